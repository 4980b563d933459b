import { ffmpegAt } from '#src/service/ingest/ffmpeg.ts'

/** Tests that need it are left out on a machine without it; .ci/run installs it. */
export function hasFfmpeg(): Promise<boolean> {
  return ffmpegAt(process.env.FFMPEG_PATH)
    .run(['-version'])
    .then(
      () => true,
      () => false,
    )
}
