/** What the listing shows, derived from its address and what the service found. */
import type { ContentCard } from '#src/contract/content.ts'
import { PAGE_SIZE } from '#src/contract/limits.ts'
import type { GlobalData } from '#src/contract/pages.ts'
import { breadcrumbLd, itemListLd } from '#src/lib/catalogue/json-ld.ts'
import type { Listing } from '#src/lib/catalogue/listing.ts'
import type { Key } from '#src/lib/i18n/keys.ts'
import type { Translate } from '#src/lib/i18n/translate.ts'
import { homePath, listingPath } from '#src/lib/routes.ts'

type T = Translate<Key<'catalogue' | 'shell' | 'search'>>
type Page = { path: string; origin: string }

/** The query of the call; filters that are not set are left out. */
export function listingQuery({ types, categories, query, flags, offset, order }: Listing) {
  return {
    offset,
    count: PAGE_SIZE,
    order,
    ...(types ? { types } : {}),
    ...(categories ? { categories } : {}),
    ...(query ? { query } : {}),
    ...(flags ? { flags } : {}),
  }
}

export function listingView(
  listing: Listing,
  { items, categories }: { items: readonly ContentCard[]; categories: GlobalData['categories'] },
  t: T,
  { path, origin }: Page,
) {
  const { language } = t
  const category = categories.find(
    ({ id, short_id }) => id === listing.categories || short_id === listing.categories,
  )
  const title = titleOf(listing, category?.title, t)
  const steps = [
    { name: t('shell.menu.home'), path: homePath(language) },
    { name: title, path },
  ]
  return {
    title,
    categoryId: category?.id,
    canonical: canonicalOf(listing, t),
    isFiltered: Boolean(
      listing.types || listing.categories || listing.flags || listing.order !== 'default',
    ),
    jsonLd: [itemListLd(items, language, origin), breadcrumbLd(steps, origin)],
    empty: listing.query
      ? { title: t('search.empty', { query: listing.query }), text: t('search.emptyHint') }
      : { title: t('catalogue.filter.empty'), text: undefined },
  }
}

function titleOf({ types, query }: Listing, category: string | undefined, t: T): string {
  if (query) return t('catalogue.listing.results', { query })
  const what = types ? t(`catalogue.types.${types}`) : t('catalogue.listing.title')
  return category ? `${what} · ${category}` : what
}

/** Search results are not indexed; the latest first is the same list in another order. */
function canonicalOf(listing: Listing, { language }: T): string | null {
  if (listing.query) return null
  const order = listing.order === 'latest' ? undefined : listing.order
  return listingPath({ ...listing, order }, language)
}
