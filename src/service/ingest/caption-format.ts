/** Captions of any format as WebVTT. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Ffmpeg } from './ffmpeg.ts'

/** Of files beside a video. */
export const CAPTION_ENDINGS = ['vtt', 'srt', 'ass', 'ssa']

/** @param ending of the file, `.srt` @throws FfmpegError */
export async function webVttOf(
  ffmpeg: Ffmpeg,
  { text, ending }: { text: string; ending: string },
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'captions-'))
  try {
    const [from, to] = [join(folder, `given${ending}`), join(folder, 'made.vtt')]
    await writeFile(from, text)
    await ffmpeg.run(['-i', from, '-c:s', 'webvtt', to])
    return await readFile(to, 'utf8')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
