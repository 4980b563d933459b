import type { ContentCard } from '#src/contract/content.ts'
import { countryName } from '#src/lib/text/country.ts'
import { textOf } from '../db/localized.ts'
import type { CardRow } from './card.queries.ts'
import type { CardContext } from './card.ts'

/** The genres in their order, then the countries, named by Intl. Collections of the editors are no genre. */
export function categoriesOf(
  row: CardRow,
  { categories, language }: CardContext,
): ContentCard['categories'] {
  const genres = row.categoryIds.flatMap(id => {
    const found = categories.get(id)
    if (!found || found.type === 'collection') return []
    const title = textOf(found, 'title', language)
    return [{ id, type: 'genre', title, slug: textOf(found, 'slug', language) }]
  })
  const territories = row.countries.map(code => ({
    id: code,
    type: 'territory',
    title: countryName(code, language),
  }))
  return [...genres, ...territories]
}
