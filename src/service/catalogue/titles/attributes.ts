import type { Content, ContentCard, Credit } from '#src/contract/content.ts'
import type { Language } from '#src/contract/fields.ts'
import type { CREDIT_ROLES } from '#src/contract/import.ts'
import { getT } from '#src/lib/i18n/i18n.ts'
import { localDigits } from '#src/lib/text/digits.ts'

type AttributeGroup = Content['attribute_groups'][number]
type Item = AttributeGroup['items'][number]
type Row = { year: number | null }

/** Groups of credits in display order. */
const ROLES = [
  'director',
  'writer',
  'cast',
  'producer',
  'composer',
  'author',
  'narrator',
  'translator',
  'dubber',
] as const satisfies ReadonlyArray<(typeof CREDIT_ROLES)[number]>

type GroupType = 'genre' | 'country' | 'year' | (typeof ROLES)[number]

/** Returns genre, country, year and people; empty groups are left out. */
export function attributeGroups(
  card: ContentCard,
  people: readonly Credit[],
  row: Row,
  language: Language,
): AttributeGroup[] {
  const t = getT(language)
  const groups: AttributeGroup[] = [
    group('genre', card.categories.filter(({ type }) => type === 'genre').map(toListing)),
    group('country', card.categories.filter(({ type }) => type === 'territory').map(toListing)),
    group(
      'year',
      row.year === null
        ? []
        : [{ id: `${row.year}`, title: localDigits(row.year, language), href: null }],
    ),
    ...ROLES.map(role =>
      group(role, distinct(people.filter(person => person.role_slug === role).map(toArtistPage))),
    ),
  ]
  return groups.filter(({ items }) => items.length > 0)

  function group(type: GroupType, items: Item[]): AttributeGroup {
    return { type, title: t(`catalogue.attribute.${type}`), items }
  }
}

function toListing({ id, title }: ContentCard['categories'][number]): Item {
  return { id, title, href: `/contents?categories=${id}` }
}

function toArtistPage({ id, name, short_id, slug }: Credit): Item {
  return { id, title: name, href: `/artists/${short_id}/${slug}` }
}

function distinct(items: Item[]): Item[] {
  return [...new Map(items.map(item => [item.id, item])).values()]
}
