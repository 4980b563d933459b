/** The captions of a stream: from text tracks of its file, and from files beside it. */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, extname, join, parse } from 'node:path'
import { DEFAULT_LANGUAGE } from '#src/contract/languages.ts'
import { readCaption } from './caption-text.ts'
import type { Ffmpeg } from './ffmpeg.ts'
import { nameOf } from './language-name.ts'
import { captionPlaylist, type Named } from './playlists.ts'
import { languageOf, type Source } from './source.ts'

interface CaptionJob {
  ffmpeg: Ffmpeg
  video: string
  onEncoding?: ((file: string, encoding: string) => void) | undefined
}

/** Text tracks of the file, and files beside it that are named `<video>.<language>.vtt` or `.srt`; without a language it is Persian. */
export async function makeCaptions(
  { ffmpeg, video, onEncoding }: CaptionJob,
  draft: string,
  source: Source,
): Promise<Named[]> {
  const folder = join(draft, 'captions')
  await mkdir(folder, { recursive: true })
  const beside = await captionFiles(video)
  const made: Named[] = []
  for (const { language, path } of beside) {
    const { text, encoding } = readCaption(await readFile(path), language)
    onEncoding?.(basename(path), encoding)
    const copy = join(draft, `beside${extname(path)}`)
    await writeFile(copy, text)
    await write(language, ['-i', copy])
    await rm(copy)
  }
  for (const { index, language } of source.captions)
    if (!beside.some(file => file.language === language))
      await write(language, ['-i', video, '-map', `0:${index}`])
  return made

  async function write(language: string, input: string[]) {
    await ffmpeg.run([...input, '-c:s', 'webvtt', join(folder, `${language}.vtt`)])
    const playlist = captionPlaylist(`${language}.vtt`, source.duration)
    await writeFile(join(folder, `${language}.m3u8`), playlist)
    made.push({ language, title: nameOf(language) })
  }
}

/** Of two for a language the first by name. */
async function captionFiles(video: string) {
  const { dir, name } = parse(video)
  const found = new Map<string, string>()
  for (const file of (await readdir(dir || '.')).sort()) {
    if (!file.startsWith(`${name}.`)) continue
    const match = /^(?:([a-z]{2,3})\.)?(?:vtt|srt)$/.exec(file.slice(name.length + 1))
    if (!match) continue
    const language = languageOf(match[1]) || DEFAULT_LANGUAGE
    if (!found.has(language)) found.set(language, join(dir, file))
  }
  return [...found].map(([language, path]) => ({ language, path }))
}
