/** Files of captions next to a video, such as `film.fa.srt` and `film.fa-IR.sdh.vtt`. */
import { readdir } from 'node:fs/promises'
import { basename, dirname, extname, join, parse } from 'node:path'
import { DEFAULT_LANGUAGE } from '#src/contract/languages.ts'
import { CAPTION_KINDS, type CaptionKind } from '#src/contract/track-kinds.ts'
import { CAPTION_ENDINGS } from './cue-formats/read-captions.ts'
import { type OmittedFile, withoutDoubles } from './file-tracks.ts'
import { toBcp47, toRegionalTag } from './language-tags.ts'

export interface CaptionFile {
  path: string
  language: string
  kind?: CaptionKind
}

/** Words in names that other programs use for a kind. */
const OTHER_KINDS: Record<string, CaptionKind> = { cc: 'sdh', foreign: 'forced' }
const IGNORED_WORDS = new Set(['default', 'full'])

/**
 * Finds the files in the folder of the video whose names begin with the name of the video and end with a format of
 * captions, in any letter case. Between them are a language, a kind, both or nothing; without a language, captions are
 * Persian. Of two files for a language and kind, the first by name is used.
 */
export async function findCaptionFiles(
  video: string,
): Promise<{ files: CaptionFile[]; omitted: OmittedFile[] }> {
  const folder = dirname(video)
  const names = (await readdir(folder)).sort()
  const stem = parse(video).name.toLowerCase()
  const omitted: OmittedFile[] = []
  const files: (CaptionFile & { regional: string })[] = []
  for (const name of names) {
    const words = wordsBetween(name, stem)
    if (!words || belongsToOther(name, stem, names)) continue
    const path = join(folder, name)
    const { kind, regional, unknown } = readWords(words)
    const id = { language: toBcp47(regional) || DEFAULT_LANGUAGE, ...(kind ? { kind } : {}) }
    if (unknown === undefined) files.push({ path, regional, ...id })
    else
      omitted.push({
        type: 'captions',
        file: name,
        reason: 'unusable',
        detail: `"${unknown}" in its name is neither a language nor one of ${CAPTION_KINDS.join(', ')}`,
        isNamed: true,
      })
  }
  const { taken, doubles } = withoutDoubles(files)
  const unused = doubles.map(({ path, ...id }): OmittedFile => {
    return { type: 'captions', file: basename(path), reason: 'double', ...id }
  })
  return { files: taken, omitted: [...omitted, ...unused] }
}

/** Returns the words `fa` and `SDH` for `Film.fa.SDH.srt` next to `film.mp4`; null for files that are not captions of it. */
function wordsBetween(name: string, stem: string): string[] | null {
  const ending = extname(name)
  if (!CAPTION_ENDINGS.includes(ending.slice(1).toLowerCase())) return null
  const whole = name.slice(0, -ending.length)
  if (whole.toLowerCase() === stem) return []
  if (!whole.toLowerCase().startsWith(`${stem}.`)) return null
  return whole.slice(stem.length + 1).split('.')
}

/** True if a video with a longer name comes first: `film.part2.srt` belongs to `film.part2.mp4`. */
function belongsToOther(name: string, stem: string, names: readonly string[]): boolean {
  const text = name.toLowerCase()
  return names.some(other => {
    const { name: otherStem, ext } = parse(other.toLowerCase())
    const isCaption = CAPTION_ENDINGS.includes(ext.slice(1))
    return !isCaption && otherStem.length > stem.length && text.startsWith(`${otherStem}.`)
  })
}

function readWords(words: readonly string[]) {
  let kind: CaptionKind | undefined
  let regional = ''
  for (const word of words) {
    const text = word.trim().toLowerCase()
    const kindOfWord = CAPTION_KINDS.find(it => it === text) ?? OTHER_KINDS[text]
    const language = toRegionalTag(word)
    if (text === '' || IGNORED_WORDS.has(text)) continue
    if (kindOfWord && !kind) kind = kindOfWord
    else if (language && !regional) regional = language
    else return { kind, regional, unknown: word }
  }
  return { kind, regional }
}
