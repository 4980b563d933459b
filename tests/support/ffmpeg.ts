import { openFfmpeg } from '#src/service/watching/ingest/ffmpeg.ts'

/** True if ffmpeg is installed. Tests that need it are skipped without it; .ci/run installs it. */
export function hasFfmpeg(): Promise<boolean> {
  return openFfmpeg(process.env.FFMPEG_PATH)
    .run(['-version'])
    .then(
      () => true,
      () => false,
    )
}
