/** The captions of a stream: from text tracks of its file, and from files beside it. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, extname, join, parse } from 'node:path'
import { DEFAULT_LANGUAGE } from '#src/contract/languages.ts'
import { CAPTION_KINDS, type CaptionKind, type TrackKind } from '#src/contract/track-kinds.ts'
import { CAPTION_ENDINGS, webVttOf } from './caption-format.ts'
import { readCaption } from './caption-text.ts'
import type { Ffmpeg } from './ffmpeg.ts'
import { captionPlaylist } from './playlists.ts'
import { languageOf, type Source } from './source.ts'
import { keyOf } from './track-name.ts'
import type { Part } from './work.ts'

interface CaptionJob {
  ffmpeg: Ffmpeg
  video: string
  onEncoding?: ((file: string, encoding: string) => void) | undefined
}

type Found = { language: string; kind?: CaptionKind } & (
  | { text: string; ending: string }
  | { index: number }
)

/**
 * Text tracks of the file, and files beside it that are named `<video>.<language>.srt` or `<video>.<language>.sdh.srt`; without a language it
 * is Persian. Those that are to be shown by themselves come last.
 */
export async function findCaptions(
  { video, onEncoding }: Omit<CaptionJob, 'ffmpeg'>,
  source: Source,
): Promise<Found[]> {
  const beside: Found[] = []
  for (const { path, ...id } of await captionFiles(video)) {
    const { language } = id
    const { text, encoding } = readCaption(await readFile(path), language)
    onEncoding?.(basename(path), encoding)
    beside.push({ ...id, text, ending: extname(path) })
  }
  const inside = source.captions.filter(track => beside.every(file => keyOf(file) !== keyOf(track)))
  return inOrder([...beside, ...inside])
}

/** Players that know no kinds take the first of a language: the usual ones. */
export function inOrder<Track extends { kind?: TrackKind | undefined }>(
  tracks: readonly Track[],
): Track[] {
  return [undefined, ...CAPTION_KINDS].flatMap(kind => tracks.filter(it => it.kind === kind))
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
        const key = keyOf(track)
        const made = join(folder, `${key}.vtt`)
        if ('text' in track) await writeFile(made, await webVttOf(ffmpeg, track))
        else await ffmpeg.run(['-i', video, '-map', `0:${track.index}`, '-c:s', 'webvtt', made])
        await writeFile(join(folder, `${key}.m3u8`), captionPlaylist(`${key}.vtt`, duration))
      }
    },
  }
}

const BESIDE = new RegExp(
  `^(?:([a-z]{2,3})\\.)??(?:(${CAPTION_KINDS.join('|')})\\.)?(?:${CAPTION_ENDINGS.join('|')})$`,
)

/** Of two for a language and kind the first by name. */
async function captionFiles(video: string) {
  const { dir, name } = parse(video)
  const found = new Map<string, { language: string; kind?: CaptionKind; path: string }>()
  for (const file of (await readdir(dir || '.')).sort()) {
    if (!file.startsWith(`${name}.`)) continue
    const match = BESIDE.exec(file.slice(name.length + 1))
    if (!match) continue
    const language = languageOf(match[1]) || DEFAULT_LANGUAGE
    const kind = CAPTION_KINDS.find(it => it === match[2])
    const id = { language, ...(kind ? { kind } : {}) }
    if (!found.has(keyOf(id))) found.set(keyOf(id), { ...id, path: join(dir, file) })
  }
  return [...found.values()]
}
