/** View of the listing, derived from its address and the titles. */
import type { ContentCard, NamedCategory } from '#src/contract/content.ts'
import { PAGE_SIZE, TYPE_FILTERS } from '#src/contract/limits.ts'
import type { GlobalData } from '#src/contract/pages.ts'
import { FLAGS } from '#src/contract/values.ts'
import { breadcrumbLd, itemListLd } from '#src/lib/catalogue/json-ld.ts'
import { type Listing, listingPathWith } from '#src/lib/catalogue/listing.ts'
import type { Key } from '#src/lib/i18n/keys.ts'
import type { Translate } from '#src/lib/i18n/translate.ts'
import { homePath, listingPath } from '#src/lib/routes.ts'

type T = Translate<Key<'catalogue' | 'shell' | 'search'>>
type Page = { path: string; origin: string }

/** Returns the query of the call. Filters that are not set are left out. */
export function buildListingQuery({ types, categories, query, flags, offset, order }: Listing) {
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

/** Result of the service. `named` are the categories in the address. */
type Found = {
  items: readonly ContentCard[]
  genres: GlobalData['categories']
  named?: readonly NamedCategory[] | undefined
}

export function createListingView(listing: Listing, found: Found, t: T, { path, origin }: Page) {
  const { language } = t
  const named = found.named ?? []
  const filters = filtersOf(listing, named, t)
  const title = titleOf(listing, named, t)
  const steps = [
    { name: t('shell.menu.home'), path: homePath(language) },
    { name: title, path },
  ]
  return {
    title,
    /** Kinds and genres that can be chosen; the chosen ones are among the filters. */
    types: TYPE_FILTERS.filter(type => type !== listing.types).map(types => ({
      name: t(`catalogue.types.${types}`),
      path: listingPathWith(listing, { types }, language),
    })),
    genres: found.genres
      .filter(({ id }) => !named.some(category => category.id === id))
      .map(({ id: categories, title: name }) => ({
        name,
        path: listingPathWith(listing, { categories }, language),
      })),
    filters,
    canonical: canonicalOf(listing, t),
    jsonLd: [itemListLd(found.items, language, origin), breadcrumbLd(steps, origin)],
    empty: listing.query
      ? { title: t('search.empty', { query: listing.query }), text: t('search.emptyHint') }
      : { title: t('catalogue.filter.empty'), text: undefined },
  }
}

type Filter = { text: string; without: string }

/** Returns the active filters, each with the address of the list without it. */
function filtersOf(listing: Listing, named: readonly NamedCategory[], t: T): Filter[] {
  const { types, categories, flags } = listing
  const without = (change: Partial<Listing>) => listingPathWith(listing, change, t.language)
  const asked = wordsOf(categories)
  const set = wordsOf(flags)
  return [
    ...(types
      ? [{ text: t(`catalogue.types.${types}`), without: without({ types: undefined }) }]
      : []),
    ...asked.map(name => ({
      text: named.find(category => category.name === name)?.title ?? name,
      without: without({ categories: others(asked, name) }),
    })),
    ...set.map(name => ({
      text: flagText(name, t),
      without: without({ flags: others(set, name) }),
    })),
  ]
}

function wordsOf(list: string | undefined): string[] {
  return [...new Set((list ?? '').split(',').map(word => word.trim()))].filter(Boolean)
}

function others(words: readonly string[], word: string): string | undefined {
  return words.filter(other => other !== word).join(',') || undefined
}

function flagText(name: string, t: T): string {
  const flag = FLAGS.find(known => known === name)
  return flag ? t(`catalogue.flag.${flag}`) : name
}

function titleOf({ types, query, flags }: Listing, named: readonly NamedCategory[], t: T): string {
  if (query) return t('catalogue.listing.results', { query })
  const what = types ? t(`catalogue.types.${types}`) : t('catalogue.listing.title')
  const narrowed = [
    ...named.map(({ title }) => title),
    ...wordsOf(flags).map(name => flagText(name, t)),
  ]
  return [what, ...narrowed].join(' · ')
}

/** Returns the canonical path. Search results are not indexed; sorting by newest shows the same list in another order. */
function canonicalOf(listing: Listing, { language }: T): string | null {
  if (listing.query) return null
  const order = listing.order === 'latest' ? undefined : listing.order
  return listingPath({ ...listing, order }, language)
}
