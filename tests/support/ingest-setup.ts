import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { folderStore } from '#src/service/platform/adapters/media-store/folder-store.ts'
import { videoFiles } from '#src/service/platform/db/schema/catalogue.ts'
import { contents } from '#src/service/platform/db/schema/contents.ts'
import { openFfmpeg } from '#src/service/watching/ingest/ffmpeg.ts'
import type { Ingest } from '#src/service/watching/ingest/ingest.ts'
import { aFilm, aSeries, importRecords } from './imported-titles.ts'
import { startTestService, type TestService } from './service.ts'

/** Returns a service with a film, a film without a stream, an audio book and a series, and a video of 3 s with captions to add. */
export function ingestSetup() {
  let service: TestService
  let video = ''

  async function start() {
    service = await startTestService()
    await importRecords(service, [
      aFilm({ external_id: 'film', media: { stream: 'demo/landscape' } }),
      aFilm({ external_id: 'bare' }),
      aFilm({ external_id: 'book', flags: ['audio_book'] }),
      aSeries({ external_id: 'series' }),
    ])
    video = join(service.deps.env.DATA_DIR, 'source.mp4')
    const picture = 'testsrc2=size=426x240:rate=24:duration=3'
    const inputs = ['-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', 'sine=440:duration=3']
    const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'aac']
    execFileSync(process.env.FFMPEG_PATH || 'ffmpeg', ['-v', 'error', ...inputs, ...codecs, video])
    const cue = 'WEBVTT\n\n00:00:00.500 --> 00:00:02.000\nسلام!\n'
    await writeFile(video.replace('.mp4', '.fa.vtt'), cue)
    return { service, video }
  }

  function aJob(part: Partial<Ingest> = {}): Ingest {
    return {
      db: service.deps.db,
      store: folderStore(join(service.deps.env.DATA_DIR, 'media')),
      workDir: join(service.deps.env.DATA_DIR, 'ingest'),
      ffmpeg: openFfmpeg(process.env.FFMPEG_PATH),
      video,
      content: 'film',
      kind: 'primary',
      preset: 'ultrafast',
      invalidate: service.deps.invalidate,
      onProgress: () => {},
      ...part,
    }
  }

  async function fileOfFilm() {
    const [row] = await service.deps.db
      .select({ file: videoFiles })
      .from(videoFiles)
      .innerJoin(contents, eq(contents.id, videoFiles.contentId))
      .where(eq(contents.externalId, 'film'))
    return row?.file
  }

  return { start, stop: () => service.stop(), aJob, fileOfFilm }
}
