import { expect, test } from 'vitest'
import type { NamedCategory } from '#src/contract/content.ts'
import { readListing } from '#src/lib/catalogue/listing.ts'
import { getT } from '#src/lib/i18n/i18n.ts'
import { listingQuery, listingView } from '#src/pages/contents/_listing-view.ts'
import { aCard } from '#tests/support/cards.ts'

const CATEGORIES = [{ id: 'c1', short_id: 'dRaMa', slug: 'drama', title: 'Drama' }]
const PAGE = { path: '/en/contents', origin: 'https://pardeh.example' }
const read = (search: string) => readListing(new URLSearchParams(search))
const view = (search: string, named: NamedCategory[] = []) =>
  listingView(
    read(search),
    { items: [aCard()], genres: CATEGORIES as never, named },
    getT('en'),
    PAGE,
  )
const DRAMA = { name: 'dRaMa', id: 'c1', title: 'Drama' }
const KIDS = { name: 'KIDS', id: 'kids', title: 'Kids' }

test('the title names the type, the category or what was searched', () => {
  expect(view('').title).toBe('Movies and series')
  expect(view('types=series').title).toBe('Series')
  expect(view('types=series&categories=dRaMa', [DRAMA]).title).toBe('Series · Drama')
  expect(view('query=moon').title).toContain('moon')
})

test('the genre of the address is marked, and its link takes it away', () => {
  expect(view('categories=dRaMa', [DRAMA]).genres).toEqual([
    { name: 'Drama', isOn: true, path: '/en/contents' },
  ])
  expect(view('types=series').genres[0]?.path).toBe('/en/contents?types=series&categories=c1')
})

test('it says what it is filtered by: types, categories in any case, also no genres, countries, flags', () => {
  const { filters, title } = view('types=series&categories=dRaMa,KIDS&flags=4k,has_subtitle', [
    DRAMA,
    KIDS,
  ])
  expect(filters).toEqual([
    { text: 'Series', without: '/en/contents?categories=dRaMa%2CKIDS&flags=4k%2Chas_subtitle' },
    { text: 'Drama', without: '/en/contents?types=series&categories=KIDS&flags=4k%2Chas_subtitle' },
    { text: 'Kids', without: '/en/contents?types=series&categories=dRaMa&flags=4k%2Chas_subtitle' },
    { text: '4K', without: '/en/contents?types=series&categories=dRaMa%2CKIDS&flags=has_subtitle' },
    { text: 'Subtitles', without: '/en/contents?types=series&categories=dRaMa%2CKIDS&flags=4k' },
  ])
  expect(title).toBe('Series · Drama · Kids · 4K · Subtitles')
})

test('it names what is known to nobody as it was asked', () => {
  expect(view('categories=nothing&flags=none').filters.map(({ text }) => text)).toEqual([
    'nothing',
    'none',
  ])
})

test('search results have no canonical address; the latest are the listing in another order', () => {
  expect(view('query=moon').canonical).toBeNull()
  expect(view('order=latest').canonical).toBe('/en/contents')
  expect(view('order=rate').canonical).toBe('/en/contents?order=rate')
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
