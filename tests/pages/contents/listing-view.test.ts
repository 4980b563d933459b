import { expect, test } from 'vitest'
import type { NamedCategory } from '#src/contract/content.ts'
import { readListing } from '#src/lib/catalogue/listing.ts'
import { getT } from '#src/lib/i18n/i18n.ts'
import { buildListingQuery, createListingView } from '#src/pages/contents/_listing-view.ts'
import { aCard } from '#tests/support/cards.ts'

const CATEGORIES = [{ id: 'c1', short_id: 'dRaMa', slug: 'drama', title: 'Drama' }]
const PAGE = { path: '/en/contents', origin: 'https://pardeh.example' }
const read = (search: string) => readListing(new URLSearchParams(search))
const view = (search: string, named: NamedCategory[] = []) =>
  createListingView(
    read(search),
    { items: [aCard()], genres: CATEGORIES as never, named },
    getT('en'),
    PAGE,
  )
const DRAMA = { name: 'dRaMa', id: 'c1', title: 'Drama' }
const KIDS = { name: 'KIDS', id: 'kids', title: 'Kids' }

test('the title names the type, the category or the search text', () => {
  expect(view('').title).toBe('Movies and series')
  expect(view('types=series').title).toBe('Series')
  expect(view('types=series&categories=dRaMa', [DRAMA]).title).toBe('Series · Drama')
  expect(view('query=moon').title).toContain('moon')
})

test('what is chosen is a filter, and is not offered again', () => {
  const chosen = view('types=series&categories=dRaMa', [DRAMA])
  expect(chosen.genres).toEqual([])
  expect(chosen.types.map(({ name }) => name)).not.toContain('Series')
  expect(view('types=series').genres).toEqual([
    { name: 'Drama', path: '/en/contents?types=series&categories=c1' },
  ])
  expect(view('categories=dRaMa', [DRAMA]).types[0]).toEqual({
    name: 'Movies',
    path: '/en/contents?types=single_video&categories=dRaMa',
  })
})

test('it lists its filters: types, categories of every kind in any case, and flags', () => {
  const { filters, title } = view('types=series&categories=dRaMa,KIDS&flags=4k,has_subtitle', [
    DRAMA,
    KIDS,
  ])
  expect(filters).toEqual([
    { text: 'Series', without: '/en/contents?categories=dRaMa%2CKIDS&flags=has_subtitle%2C4k' },
    { text: 'Drama', without: '/en/contents?types=series&categories=KIDS&flags=has_subtitle%2C4k' },
    { text: 'Kids', without: '/en/contents?types=series&categories=dRaMa&flags=has_subtitle%2C4k' },
    { text: 'Subtitles', without: '/en/contents?types=series&categories=dRaMa%2CKIDS&flags=4k' },
    { text: '4K', without: '/en/contents?types=series&categories=dRaMa%2CKIDS&flags=has_subtitle' },
  ])
  expect(title).toBe('Series · Drama · Kids · Subtitles · 4K')
})

test('an unknown category is shown as it was written, and an unknown flag is left out', () => {
  expect(view('categories=nothing&flags=none').filters.map(({ text }) => text)).toEqual(['nothing'])
})

test('search results have no canonical address, and "latest" is the listing in another order', () => {
  expect(view('query=moon').canonical).toBeNull()
  expect(view('order=latest').canonical).toBe('/en/contents')
  expect(view('order=rate').canonical).toBe('/en/contents?order=rate')
})

test('an empty search is distinguished from an empty filter', () => {
  expect(view('query=moon').empty.text).toBeDefined()
  expect(view('types=series').empty.text).toBeUndefined()
})

test('the call leaves out filters that are not set', () => {
  expect(buildListingQuery(read('types=series&offset=48'))).toEqual({
    offset: 48,
    count: 24,
    order: 'default',
    types: 'series',
  })
})
