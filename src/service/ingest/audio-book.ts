/** An audio book as one file, which players load in ranges. */
import { join } from 'node:path'
import type { StreamDescription } from '../adapters/media/stream-store.ts'
import type { Ffmpeg, Listeners } from './ffmpeg.ts'
import { type AudioSource, durationOf } from './source.ts'

const FILE = 'book.m4a'
/** Of speech; a file that has AAC already is not encoded again. */
const KBPS = 96

interface BookJob {
  ffmpeg: Ffmpeg
  file: string
  draft: string
  source: AudioSource
  listeners: Listeners
}

/** Takes the first track, and the cover. @throws FfmpegError */
export async function encodeBook({
  ffmpeg,
  file,
  draft,
  source,
  listeners,
}: BookJob): Promise<Pick<StreamDescription, 'kind' | 'manifest' | 'duration'>> {
  const [track] = source.audio
  const made = join(draft, FILE)
  const codec = track?.isAac ? ['-c:a', 'copy'] : ['-c:a', 'aac', '-b:a', `${KBPS}k`, '-ac', 2]
  await ffmpeg.run(
    [
      ...['-i', file, '-map', `0:${track?.index ?? 0}`, '-vn', ...codec],
      // Chapters are in stream.json; the index stands first, so that playback starts at once.
      ...['-map_metadata', -1, '-map_chapters', -1, '-movflags', '+faststart', made],
    ],
    listeners,
  )
  if (source.cover !== null) {
    const cover = ['-map', `0:${source.cover}`, '-frames:v', 1, '-q:v', 4]
    await ffmpeg.run(['-i', file, ...cover, join(draft, 'poster.jpg')])
  }
  const duration = durationOf(await ffmpeg.describe(made))
  return { kind: 'audio', manifest: FILE, duration }
}
