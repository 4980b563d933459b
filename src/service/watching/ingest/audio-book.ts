/** Encodes an audio book as one file, which players load in ranges. */
import { join } from 'node:path'
import type { StreamDescription } from '../../platform/adapters/media/stream-store.ts'
import type { Ffmpeg, Listeners } from './ffmpeg.ts'
import { readDuration } from './probe.ts'
import type { AudioSource } from './source.ts'

const FILE = 'book.m4a'
/** Bit rate for speech; a file that already has AAC is not encoded again. */
const KBPS = 96

interface BookJob {
  ffmpeg: Ffmpeg
  file: string
  draft: string
  source: AudioSource
  listeners: Listeners
}

/** Encodes the first track and extracts the cover. @throws FfmpegError */
export async function encodeBook({
  ffmpeg,
  file,
  draft,
  source,
  listeners,
}: BookJob): Promise<Pick<StreamDescription, 'kind' | 'manifest' | 'duration'>> {
  const [track] = source.audio
  const made = join(draft, FILE)
  const codec =
    track?.codec === 'aac' ? ['-c:a', 'copy'] : ['-c:a', 'aac', '-b:a', `${KBPS}k`, '-ac', 2]
  await ffmpeg.run(
    [
      '-i',
      file,
      '-map',
      `0:${track?.index ?? 0}`,
      '-vn',
      ...codec,
      // Chapters are in stream.json. The index is at the beginning of the file, so that playback starts at once.
      '-map_metadata',
      -1,
      '-map_chapters',
      -1,
      '-movflags',
      '+faststart',
      made,
    ],
    listeners,
  )
  if (source.cover !== null) {
    const cover = ['-map', `0:${source.cover}`, '-frames:v', 1, '-q:v', 4]
    await ffmpeg.run(['-i', file, ...cover, join(draft, 'poster.jpg')])
  }
  const duration = await readDuration(ffmpeg, made)
  return { kind: 'audio', manifest: FILE, duration }
}
