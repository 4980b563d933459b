/** The captions of a stream: from text tracks of its file, and from files beside it. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, extname, join, parse } from 'node:path'
import { DEFAULT_LANGUAGE } from '#src/contract/languages.ts'
import { CAPTION_ENDINGS, webVttOf } from './caption-format.ts'
import { readCaption } from './caption-text.ts'
import type { Ffmpeg } from './ffmpeg.ts'
import { captionPlaylist } from './playlists.ts'
import { languageOf, type Source } from './source.ts'
import type { Part } from './work.ts'

interface CaptionJob {
  ffmpeg: Ffmpeg
  video: string
  onEncoding?: ((file: string, encoding: string) => void) | undefined
}

type Found = { language: string } & ({ text: string; ending: string } | { index: number })

/** Text tracks of the file, and files beside it that are named `<video>.<language>.srt`; without a language it is Persian. */
export async function findCaptions(
  { video, onEncoding }: Omit<CaptionJob, 'ffmpeg'>,
  source: Source,
): Promise<Found[]> {
  const beside: Found[] = []
  for (const { language, path } of await captionFiles(video)) {
    const { text, encoding } = readCaption(await readFile(path), language)
    onEncoding?.(basename(path), encoding)
    beside.push({ language, text, ending: extname(path) })
  }
  const inside = source.captions.filter(({ language }) =>
    beside.every(file => file.language !== language),
  )
  return [...beside, ...inside]
}

export function captionsPart(
  { ffmpeg, video }: Pick<CaptionJob, 'ffmpeg' | 'video'>,
  found: readonly Found[],
  duration: number,
): Part {
  return {
    name: 'captions',
    settings: found,
    async make(folder) {
      for (const track of found) {
        const { language } = track
        const made = join(folder, `${language}.vtt`)
        if ('text' in track) await writeFile(made, await webVttOf(ffmpeg, track))
        else await ffmpeg.run(['-i', video, '-map', `0:${track.index}`, '-c:s', 'webvtt', made])
        await writeFile(
          join(folder, `${language}.m3u8`),
          captionPlaylist(`${language}.vtt`, duration),
        )
      }
    },
  }
}

const BESIDE = new RegExp(`^(?:([a-z]{2,3})\\.)?(?:${CAPTION_ENDINGS.join('|')})$`)

/** Of two for a language the first by name. */
async function captionFiles(video: string) {
  const { dir, name } = parse(video)
  const found = new Map<string, string>()
  for (const file of (await readdir(dir || '.')).sort()) {
    if (!file.startsWith(`${name}.`)) continue
    const match = BESIDE.exec(file.slice(name.length + 1))
    if (!match) continue
    const language = languageOf(match[1]) || DEFAULT_LANGUAGE
    if (!found.has(language)) found.set(language, join(dir, file))
  }
  return [...found].map(([language, path]) => ({ language, path }))
}
