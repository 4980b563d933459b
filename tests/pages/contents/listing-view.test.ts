import { expect, test } from 'vitest'
import { readListing } from '#src/lib/catalogue/listing.ts'
import { getT } from '#src/lib/i18n/i18n.ts'
import { listingQuery, listingView } from '#src/pages/contents/_listing-view.ts'
import { aCard } from '#tests/support/cards.ts'

const CATEGORIES = [{ id: 'c1', short_id: 'dRaMa', slug: 'drama', title: 'Drama' }]
const PAGE = { path: '/en/contents', origin: 'https://pardeh.example' }
const read = (search: string) => readListing(new URLSearchParams(search))
const view = (search: string) =>
  listingView(read(search), { items: [aCard()], categories: CATEGORIES as never }, getT('en'), PAGE)

test('the title names the type, the category or what was searched', () => {
  expect(view('').title).toBe('Films and series')
  expect(view('types=series').title).toBe('Series')
  expect(view('types=series&categories=dRaMa').title).toBe('Series · Drama')
  expect(view('query=moon').title).toContain('moon')
})

test('a category is found by its id and by its short id', () => {
  expect(view('categories=c1').categoryId).toBe('c1')
  expect(view('categories=dRaMa').categoryId).toBe('c1')
  expect(view('categories=other').categoryId).toBeUndefined()
})

test('search results have no canonical address; the latest are the listing in another order', () => {
  expect(view('query=moon').canonical).toBeNull()
  expect(view('order=latest').canonical).toBe('/en/contents')
  expect(view('order=rate').canonical).toBe('/en/contents?order=rate')
})

test('only filters make it filtered', () => {
  expect(view('').isFiltered).toBe(false)
  expect(view('query=moon').isFiltered).toBe(false)
  for (const search of ['types=series', 'categories=c1', 'flags=hd', 'order=rate'])
    expect(view(search).isFiltered).toBe(true)
})

test('an empty search is told apart from an empty filter', () => {
  expect(view('query=moon').empty.text).toBeDefined()
  expect(view('types=series').empty.text).toBeUndefined()
})

test('the call leaves out filters that are not set', () => {
  expect(listingQuery(read('types=series&offset=48'))).toEqual({
    offset: 48,
    count: 24,
    order: 'default',
    types: 'series',
  })
})
