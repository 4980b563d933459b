import type { ContentCard } from '#src/contract/content.ts'
import type { Language } from '#src/contract/fields.ts'
import { countryName } from '#src/lib/text/country.ts'
import type { CardRow } from './card.queries.ts'

/** Genres and collections as stored, then the countries, named by Intl. */
export function categoriesOf(row: CardRow, language: Language): ContentCard['categories'] {
  const named = row.categories.map(({ id, type, fa, en, slug_fa, slug_en }) => ({
    id,
    type: type === 'kids' ? 'genre' : type,
    title: language === 'fa' ? fa : en,
    slug: language === 'fa' ? slug_fa : slug_en,
  }))
  const territories = row.countries.map(code => ({
    id: code,
    type: 'territory',
    title: countryName(code, language),
  }))
  return [...named, ...territories]
}
