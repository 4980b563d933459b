/** Captions of any format as WebVTT. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Ffmpeg } from './ffmpeg.ts'
import { isTtml, ttmlToVtt } from './ttml.ts'

/** Of files beside a video. */
export const CAPTION_ENDINGS = ['vtt', 'srt', 'ass', 'ssa', 'ttml', 'dfxp']

const TTML_ENDING = /^\.(?:ttml|dfxp)$/i

/** TTML is known by its XML too, whatever the file is called. @param ending of the file, `.srt` @throws IngestError, FfmpegError */
export async function webVttOf(
  ffmpeg: Ffmpeg,
  { text, ending }: { text: string; ending: string },
): Promise<string> {
  if (isTtml(text) || TTML_ENDING.test(ending)) return ttmlToVtt(text)
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
