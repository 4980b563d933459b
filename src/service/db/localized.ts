/** Texts in several languages are one column a language: `title_fa` and `title_en`, called titleFa and titleEn. */
import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import {
  byLanguage,
  FALLBACKS,
  LANGUAGES,
  type Language,
  type Localized,
} from '#src/contract/languages.ts'

type Key<Name extends string> = `${Name}${Capitalize<Language>}`
/** The columns of a text in a row. */
export type LocalizedColumns<Name extends string, T = string> = Record<Key<Name>, T>

const SUFFIX = byLanguage(language => language.charAt(0).toUpperCase() + language.slice(1))

function keyOf<Name extends string>(name: Name, language: Language): Key<Name> {
  return (name + SUFFIX[language]) as Key<Name>
}

/** An entry for each column of a text: of a table, a row or a selection. */
export function localizedColumns<Name extends string, T>(
  name: Name,
  make: (language: Language, key: Key<Name>) => T,
): LocalizedColumns<Name, T> {
  return Object.fromEntries(
    LANGUAGES.map(language => {
      const key = keyOf(name, language)
      return [key, make(language, key)]
    }),
  ) as LocalizedColumns<Name, T>
}

/** The columns of a text in a table or in a row, to select or to copy them. */
export function columnsOf<Name extends string, Row extends LocalizedColumns<Name, unknown>>(
  from: Row,
  name: Name,
): Pick<Row, Key<Name>> {
  return localizedColumns(name, (_, key) => from[key]) as Pick<Row, Key<Name>>
}

/** The columns of a text as arguments of an SQL function. */
export function columnList<Name extends string>(
  from: LocalizedColumns<Name, AnyPgColumn>,
  name: Name,
): SQL {
  return sql.join(Object.values<AnyPgColumn>(columnsOf(from, name)), sql`, `)
}

/** What `textOf` reads from a row, as a column of a query. */
export function textColumn<Name extends string>(
  from: LocalizedColumns<Name, AnyPgColumn>,
  name: Name,
  language: Language,
): SQL<string | null> {
  const columns = FALLBACKS[language].map(each => sql`${from[keyOf(name, each)]}`)
  return sql<string | null>`coalesce(${sql.join(columns, sql`, `)})`
}

/** The columns that hold a text. */
export function toColumns<Name extends string, T>(
  name: Name,
  text: Localized<T>,
): LocalizedColumns<Name, T> {
  return localizedColumns(name, language => text[language])
}

/** The text of a row in all languages. */
export function localizedOf<Name extends string, Row extends LocalizedColumns<Name, unknown>>(
  row: Row,
  name: Name,
): Record<Language, Row[Key<Name>]>
export function localizedOf(row: Record<string, unknown>, name: string) {
  return byLanguage(language => row[keyOf(name, language)])
}

/** The text of a row in the language, or in another one where it was never translated. */
export function textOf<Name extends string, Row extends LocalizedColumns<Name, string | null>>(
  row: Row,
  name: Name,
  language: Language,
): Row[Key<Name>]
export function textOf(row: Record<string, string | null>, name: string, language: Language) {
  for (const each of FALLBACKS[language]) {
    const text = row[keyOf(name, each)]
    if (text !== null && text !== undefined) return text
  }
  return null
}
