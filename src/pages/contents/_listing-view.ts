/** What the listing shows, derived from its address and what the service found. */
import type { ContentCard, NamedCategory } from '#src/contract/content.ts'
import type { Language } from '#src/contract/languages.ts'
import { PAGE_SIZE } from '#src/contract/limits.ts'
import type { GlobalData } from '#src/contract/pages.ts'
import { FLAGS } from '#src/contract/values.ts'
import { breadcrumbLd, itemListLd } from '#src/lib/catalogue/json-ld.ts'
import { type Listing, listingPathWith } from '#src/lib/catalogue/listing.ts'
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

/** What the service found: `named` are the categories of the address. */
type Found = {
  items: readonly ContentCard[]
  genres: GlobalData['categories']
  named?: readonly NamedCategory[] | undefined
}

export function listingView(listing: Listing, found: Found, t: T, { path, origin }: Page) {
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
    genres: found.genres.map(({ id, title: name }) => {
      const isOn = named.some(category => category.id === id)
      return { name, isOn, path: genrePath(listing, isOn ? undefined : id, language) }
    }),
    filters,
    canonical: canonicalOf(listing, t),
    jsonLd: [itemListLd(found.items, language, origin), breadcrumbLd(steps, origin)],
    empty: listing.query
      ? { title: t('search.empty', { query: listing.query }), text: t('search.emptyHint') }
      : { title: t('catalogue.filter.empty'), text: undefined },
  }
}

const genrePath = (listing: Listing, categories: string | undefined, language: Language) =>
  listingPathWith(listing, { categories }, language)

type Filter = { text: string; without: string }

/** All that narrows the list, each with the address of the list without it. */
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

/** Search results are not indexed; the latest first is the same list in another order. */
function canonicalOf(listing: Listing, { language }: T): string | null {
  if (listing.query) return null
  const order = listing.order === 'latest' ? undefined : listing.order
  return listingPath({ ...listing, order }, language)
}
