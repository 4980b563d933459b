/** Reads and writes the URL of a listing. Every filter is a link that works without JavaScript. */
import type { Language } from '#src/contract/fields.ts'
import { PAGE_SIZE, SORT_ORDERS, TYPE_FILTERS } from '#src/contract/limits.ts'
import { FLAGS } from '#src/contract/values.ts'
import { type ListingQuery, listingPath } from '../routes.ts'
import { plainLine } from '../text/controls.ts'
import { toLatinDigits } from '../text/digits.ts'

export type SortOrder = (typeof SORT_ORDERS)[number]
type TypeFilter = (typeof TYPE_FILTERS)[number]
export type Listing = {
  types: TypeFilter | undefined
  order: SortOrder
  categories: string | undefined
  query: string | undefined
  flags: string | undefined
  offset: number
}

export function readListing(search: URLSearchParams): Listing {
  const text = (name: string, max: number) =>
    plainLine((search.get(name) ?? '').slice(0, max)).trim() || undefined
  return {
    types: TYPE_FILTERS.find(type => type === search.get('types')),
    order: SORT_ORDERS.find(order => order === search.get('order')) ?? 'default',
    categories: text('categories', 200),
    query: text('query', 200),
    flags: knownFlags(search.get('flags') ?? ''),
    offset: readOffset(search),
  }
}

/** Returns the flags that exist; undefined without one. */
function knownFlags(text: string): string | undefined {
  const named = text.split(',').map(word => word.trim())
  return FLAGS.filter(flag => named.includes(flag)).join(',') || undefined
}

const FARTHEST = 100_000

/** Returns the start of a page of PAGE_SIZE items; 0 for an invalid offset. */
export function readOffset(search: URLSearchParams): number {
  const offset = Number.parseInt(toLatinDigits(search.get('offset') ?? '0'), 10)
  return Number.isFinite(offset) && offset > 0
    ? Math.min(offset - (offset % PAGE_SIZE), FARTHEST)
    : 0
}

/** Returns one page of a complete list; for an offset beyond the end, the last page. */
export function slicePage<Item>(items: readonly Item[], asked: number) {
  const last = Math.max(0, Math.ceil(items.length / PAGE_SIZE) - 1) * PAGE_SIZE
  const offset = Math.min(asked, last)
  return { items: items.slice(offset, offset + PAGE_SIZE), offset, total: items.length }
}

/** Returns the path of the first page of the listing with one filter changed. */
export function listingPathWith(
  listing: Listing,
  change: Partial<Listing>,
  language: Language,
): string {
  const next: ListingQuery = { ...listing, offset: 0, ...change }
  return listingPath(next, language)
}

/** Returns the page numbers around the current one; null marks a gap. */
export function pageNumbers(current: number, last: number): Array<number | null> {
  const near = [1, current - 1, current, current + 1, last].filter(
    page => page >= 1 && page <= last,
  )
  const pages = [...new Set(near)].sort((a, b) => a - b)
  return pages.flatMap((page, index) =>
    index > 0 && page - (pages[index - 1] as number) > 1 ? [null, page] : [page],
  )
}
