/** The chapters that a file carries, as those of m4b and mkv. */
import { readFile, rm } from 'node:fs/promises'
import type { Ffmpeg } from './ffmpeg.ts'

export interface FileChapter {
  title: string
  /** Seconds. */
  start: number
}

/** @param copy a file that may be written, and is removed @throws FfmpegError */
export async function readChapters(
  ffmpeg: Ffmpeg,
  file: string,
  copy: string,
): Promise<FileChapter[]> {
  await ffmpeg.run(['-i', file, '-f', 'ffmetadata', copy])
  const text = await readFile(copy, 'utf8')
  await rm(copy)
  return chaptersOf(text)
}

/** Those with a title, out of the format that ffmpeg calls ffmetadata. */
export function chaptersOf(ffmetadata: string): FileChapter[] {
  const [, ...sections] = ffmetadata.split(/^\[/m)
  return sections.flatMap(section => {
    if (!section.startsWith('CHAPTER]')) return []
    const field = (name: string) =>
      new RegExp(`^${name}=((?:[^\\\\\\n]|\\\\.)*)`, 'ms').exec(section)?.[1]
    const [over, under] = (field('TIMEBASE') ?? '1/1000').split('/').map(Number)
    const start = (Number(field('START')) * (over ?? 1)) / (under ?? 1_000)
    const title = field('title')?.replace(/\\(.)/gs, '$1').trim()
    return title && start >= 0 ? [{ title, start }] : []
  })
}
