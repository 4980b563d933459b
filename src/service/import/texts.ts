import { DEFAULT_LANGUAGE, LANGUAGES, type Localized, pick } from '#src/contract/languages.ts'
import { cleanText, searchText } from '#src/lib/text/normalise.ts'
import { slugOf } from '#src/lib/text/slug.ts'
import { type LocalizedColumns, localizedColumns, localizedOf } from '../db/localized.ts'

const HALF_SPACE = '\u200c'

/** A text of a record: in one language or more. */
export type ImportedText = Partial<Localized> | undefined

/** The columns of a text, cleaned for storing; null for an empty or a missing one. */
export function textColumns<Name extends string>(name: Name, text: ImportedText) {
  return localizedColumns(name, language => cleanText(text?.[language] ?? '') || null)
}

/** The text of a row as a record has it; undefined where it has none. */
export function localizedText<
  Name extends string,
  Row extends LocalizedColumns<Name, string | null>,
>(row: Row, name: Name): ImportedText {
  const entries = Object.entries<string | null>(localizedOf(row, name)).filter(([, text]) => text)
  return entries.length > 0 ? Object.fromEntries(entries) : undefined
}

/** The further names of a row; what the search index knows beside its names where a former version wrote the row. */
export function aliasesOf(
  row: { aliases: string[] | null; searchText: string },
  names: readonly string[],
): string[] {
  const { aliases, searchText: indexed } = row
  if (aliases && searchTextOf([...names, ...aliases]) === indexed) return aliases
  const known = searchTextOf(names).split('\n')
  return indexed.split('\n').filter(line => line && !known.includes(line))
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
