import { DEFAULT_LANGUAGE, LANGUAGES, type Localized, pick } from '#src/contract/languages.ts'
import { cleanText, searchText } from '#src/lib/text/normalise.ts'
import { slugOf } from '#src/lib/text/slug.ts'
import { localizedColumns } from '../db/localized.ts'

const HALF_SPACE = '\u200c'

/** A text of a record: in one language or more. */
export type ImportedText = Partial<Localized> | undefined

/** The columns of a text, cleaned for storing; null for an empty or a missing one. */
export function textColumns<Name extends string>(name: Name, text: ImportedText) {
  return localizedColumns(name, language => cleanText(text?.[language] ?? '') || null)
}

export function slugColumns(text: ImportedText) {
  return localizedColumns('slug', language => slugOf(pick(text, language) ?? ''))
}

/** The text that a list is sorted by. */
export function mainText(text: ImportedText): string {
  return pick(text, DEFAULT_LANGUAGE) ?? ''
}

/** The texts in all languages. */
export function textsOf(text: ImportedText): string[] {
  return LANGUAGES.flatMap(language => text?.[language] ?? [])
}

/**
 * What search reads of a title or an artist: its names, one a line. A name with half-spaces is there twice, since visitors type
 * them as spaces or leave them out.
 */
export function searchTextOf(names: readonly string[]): string {
  const spelt = names.flatMap(name => [name, name.replaceAll(HALF_SPACE, '')])
  return [...new Set(spelt.map(searchText))].filter(Boolean).join('\n')
}
