/** Names of the categories in a listing's URL, including collections and countries. */
import type { NamedCategory } from '#src/contract/content.ts'
import type { Language } from '#src/contract/languages.ts'
import { countryName } from '#src/lib/text/country.ts'
import { translatedText } from '../../platform/db/localized.ts'
import type { Deps } from '../../platform/deps.ts'
import { allCategories, findCategory } from './categories.ts'

/** Returns the names in the requested order; unknown ones are left out. */
export async function namedCategories(
  deps: Deps,
  asked: readonly string[],
  language: Language,
): Promise<NamedCategory[]> {
  const rows = await allCategories(deps)
  return asked.flatMap(name => {
    const row = findCategory(rows, name)
    if (row) return [{ name, id: row.id, title: translatedText(row, 'title', language) }]
    const title = countryName(name, language)
    return title === name || title === name.toUpperCase()
      ? []
      : [{ name, id: name.toUpperCase(), title }]
  })
}
