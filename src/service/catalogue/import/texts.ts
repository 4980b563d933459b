import {
  DEFAULT_LANGUAGE,
  LANGUAGES,
  type Localized,
  pickTranslation,
} from '#src/contract/languages.ts'
import { cleanText, searchText } from '#src/lib/text/normalise.ts'
import { toSlug } from '#src/lib/text/slug.ts'
import {
  type LocalizedColumns,
  localizedColumns,
  translationsOf,
} from '../../platform/db/localized.ts'

const HALF_SPACE = '\u200c'

/** A text of a record in one or more languages. */
export type ImportedText = Partial<Localized> | undefined

/** Returns the columns of a text, cleaned for storage; null for an empty or a missing one. */
export function textColumns<Name extends string>(name: Name, text: ImportedText) {
  return localizedColumns(name, language => cleanText(text?.[language] ?? '') || null)
}

/** Returns the text of a row in the form of a record; undefined if it has none. */
export function recordText<Name extends string, Row extends LocalizedColumns<Name, string | null>>(
  row: Row,
  name: Name,
): ImportedText {
  const entries = Object.entries<string | null>(translationsOf(row, name)).filter(
    ([, text]) => text,
  )
  return entries.length > 0 ? Object.fromEntries(entries) : undefined
}

/** Returns the aliases of a row. For rows of a former version, these are the names that only the search index knows. */
export function rowAliases(
  row: { aliases: string[] | null; searchText: string },
  names: readonly string[],
): string[] {
  const { aliases, searchText: indexed } = row
  if (aliases && buildSearchText([...names, ...aliases]) === indexed) return aliases
  const known = buildSearchText(names).split('\n')
  return indexed.split('\n').filter(line => line && !known.includes(line))
}

export function slugColumns(text: ImportedText) {
  return localizedColumns('slug', language => toSlug(pickTranslation(text, language) ?? ''))
}

/** Returns the text that lists sort by. */
export function mainText(text: ImportedText): string {
  return pickTranslation(text, DEFAULT_LANGUAGE) ?? ''
}

/** Returns the texts in all languages. */
export function allTexts(text: ImportedText): string[] {
  return LANGUAGES.flatMap(language => text?.[language] ?? [])
}

/**
 * Returns the search text of a title or an artist: its names, one per line. A name with half-spaces appears twice,
 * because visitors type them as spaces or leave them out.
 */
export function buildSearchText(names: readonly string[]): string {
  const spelt = names.flatMap(name => [name, name.replaceAll(HALF_SPACE, '')])
  return [...new Set(spelt.map(searchText))].filter(Boolean).join('\n')
}
