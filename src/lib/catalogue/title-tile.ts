/** The tile for a title without a picture: its name in large letters on the colour of its first genre. */
import type { ContentCard } from '#src/contract/content.ts'
import type { Language } from '#src/contract/languages.ts'
import { dir } from '../i18n/languages.ts'
import { romanise } from '../text/romanise.ts'

export type TitleTile = { text: string; style: { '--hue': number }; size: TileSize }
type TileSize = 's' | 'm' | 'l'
type Titled = Pick<ContentCard, 'title' | 'categories'>

/** Longest word and longest title that still fit, by size of letters. */
const SIZES: readonly { size: TileSize; word: number; title: number }[] = [
  { size: 'l', word: 6, title: 14 },
  { size: 'm', word: 9, title: 30 },
]
/** Eight hues that viewers can distinguish. */
const HUES = [350, 18, 42, 96, 162, 196, 228, 282] as const

export function titleTile(card: Titled, language: Language): TitleTile {
  const text = dir(language) === 'ltr' ? romanise(card.title) : card.title
  return { text, style: { '--hue': titleHue(card) }, size: sizeOf(text) }
}

/** Returns the hue of a title, which is the same for every title of a genre. */
export function titleHue({ title, categories }: Titled): number {
  const genre = categories.find(({ type }) => type === 'genre')
  return genreHue(genre?.id ?? title)
}

/** The hash is FNV-1a, whose low bits differ even between short keys. */
export function genreHue(key: string): number {
  let hash = 0x811c9dc5
  for (const letter of key) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return HUES[hash % HUES.length] as number
}

function sizeOf(text: string): TileSize {
  const longest = Math.max(...text.split(/\s+/).map(word => word.length))
  const fits = SIZES.find(({ word, title }) => longest <= word && text.length <= title)
  return fits?.size ?? 's'
}
