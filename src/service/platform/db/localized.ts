/** Texts in several languages have one column per language: `title_fa` and `title_en`, as titleFa and titleEn. */
import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import {
  FALLBACKS,
  LANGUAGES,
  type Language,
  type Localized,
  mapLanguages,
} from '#src/contract/languages.ts'

type Key<Name extends string> = `${Name}${Capitalize<Language>}`
/** Columns of a text in a row. */
export type LocalizedColumns<Name extends string, T = string> = Record<Key<Name>, T>

const SUFFIX = mapLanguages(language => language.charAt(0).toUpperCase() + language.slice(1))

function keyOf<Name extends string>(name: Name, language: Language): Key<Name> {
  return (name + SUFFIX[language]) as Key<Name>
}

/** Returns an entry for each language column of a text: of a table, a row or a selection. */
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

/** Returns the columns of a text in a table or a row, to select or to copy them. */
export function translationColumns<
  Name extends string,
  Row extends LocalizedColumns<Name, unknown>,
>(from: Row, name: Name): Pick<Row, Key<Name>> {
  return localizedColumns(name, (_, key) => from[key]) as Pick<Row, Key<Name>>
}

/** Selects the columns of a text of a table by its alias, under the names of a row: `c.title_fa as "titleFa"`. */
export function selectTranslations(alias: string, name: string): SQL {
  const columns = LANGUAGES.map(
    language => `${alias}.${name}_${language} as "${keyOf(name, language)}"`,
  )
  return sql.raw(columns.join(', '))
}

/** Returns the columns of a text as arguments of an SQL function. */
export function translationColumnList<Name extends string>(
  from: LocalizedColumns<Name, AnyPgColumn>,
  name: Name,
): SQL {
  return sql.join(Object.values<AnyPgColumn>(translationColumns(from, name)), sql`, `)
}

/** Returns the SQL expression of the text that `textOf` would read from the row. */
export function translatedColumn<Name extends string>(
  from: LocalizedColumns<Name, AnyPgColumn>,
  name: Name,
  language: Language,
): SQL<string | null> {
  const columns = FALLBACKS[language].map(each => sql`${from[keyOf(name, each)]}`)
  return sql<string | null>`coalesce(${sql.join(columns, sql`, `)})`
}

/** Returns the columns that store a text. */
export function translationsToColumns<Name extends string, T>(
  name: Name,
  text: Localized<T>,
): LocalizedColumns<Name, T> {
  return localizedColumns(name, language => text[language])
}

/** Returns the text of a row in all languages. */
export function translationsOf<Name extends string, Row extends LocalizedColumns<Name, unknown>>(
  row: Row,
  name: Name,
): Record<Language, Row[Key<Name>]>
export function translationsOf(row: Record<string, unknown>, name: string) {
  return mapLanguages(language => row[keyOf(name, language)])
}

/** Returns the text of a row in the language, or in another one if it was never translated. */
export function translatedText<
  Name extends string,
  Row extends LocalizedColumns<Name, string | null>,
>(row: Row, name: Name, language: Language): Row[Key<Name>]
export function translatedText(
  row: Record<string, string | null>,
  name: string,
  language: Language,
) {
  for (const each of FALLBACKS[language]) {
    const text = row[keyOf(name, each)]
    if (text !== null && text !== undefined) return text
  }
  return null
}
