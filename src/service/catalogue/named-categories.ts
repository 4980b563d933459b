/** What the categories of a listing's address are called: those that are no genre, and countries, too. */
import type { NamedCategory } from '#src/contract/content.ts'
import type { Language } from '#src/contract/languages.ts'
import { countryName } from '#src/lib/text/country.ts'
import { textOf } from '../db/localized.ts'
import type { Deps } from '../deps.ts'
import { allCategories, findCategory } from './categories.ts'

/** In the order they were asked for; names of nothing are left out. */
export async function namedCategories(
  deps: Deps,
  asked: readonly string[],
  language: Language,
): Promise<NamedCategory[]> {
  const rows = await allCategories(deps)
  return asked.flatMap(name => {
    const row = findCategory(rows, name)
    if (row) return [{ name, id: row.id, title: textOf(row, 'title', language) }]
    const title = countryName(name, language)
    return title === name || title === name.toUpperCase()
      ? []
      : [{ name, id: name.toUpperCase(), title }]
  })
}
