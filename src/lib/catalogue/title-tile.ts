/** The tile that stands where a title has no picture: its name set large on the colour of its first genre. */
import type { ContentCard } from '#src/contract/content.ts'
import type { Language } from '#src/contract/languages.ts'
import { dir } from '../i18n/languages.ts'
import { romanise } from '../text/romanise.ts'

export type TitleTile = { text: string; style: { '--hue': number }; size: TileSize }
type TileSize = 's' | 'm' | 'l'
type Titled = Pick<ContentCard, 'title' | 'categories'>

/** The longest word and the whole title that still fit, by the size of their letters. */
const SIZES: readonly { size: TileSize; word: number; title: number }[] = [
  { size: 'l', word: 6, title: 14 },
  { size: 'm', word: 9, title: 30 },
]
/** Hues are this far apart, so that two genres are told apart. */
const HUE_STEP = 24

export function titleTile(card: Titled, language: Language): TitleTile {
  const text = dir(language) === 'ltr' ? romanise(card.title) : card.title
  return { text, style: { '--hue': hueOf(card) }, size: sizeOf(text) }
}

/** The same for every title of a genre. */
export function hueOf({ title, categories }: Titled): number {
  const genre = categories.find(({ type }) => type === 'genre')
  return hueOfKey(genre?.id ?? title)
}

export function hueOfKey(key: string): number {
  let hash = 0
  for (const letter of key) hash = (Math.imul(hash, 31) + (letter.codePointAt(0) ?? 0)) >>> 0
  return ((hash ^ (hash >>> 15)) % (360 / HUE_STEP)) * HUE_STEP
}

function sizeOf(text: string): TileSize {
  const longest = Math.max(...text.split(/\s+/).map(word => word.length))
  const fits = SIZES.find(({ word, title }) => longest <= word && text.length <= title)
  return fits?.size ?? 's'
}
