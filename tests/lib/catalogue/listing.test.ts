import { describe, expect, test } from 'vitest'
import { listingPathWith, pageNumbers, readListing, slicePage } from '#src/lib/catalogue/listing.ts'

const read = (query: string) => readListing(new URLSearchParams(query))

describe('a page of a complete list', () => {
  const works = Array.from({ length: 50 }, (_, index) => index)

  test('has 24 entries, the last one the remainder', () => {
    expect(slicePage(works, 0)).toEqual({ items: works.slice(0, 24), offset: 0, total: 50 })
    expect(slicePage(works, 48)).toEqual({ items: [48, 49], offset: 48, total: 50 })
  })
  test('is the last one for an offset beyond the end, and empty for an empty list', () => {
    expect(slicePage(works, 96).offset).toBe(48)
    expect(slicePage(works.slice(0, 48), 48).offset).toBe(24)
    expect(slicePage([], 24)).toEqual({ items: [], offset: 0, total: 0 })
  })
})

describe('the address of the listing', () => {
  test('is parsed into types, order, categories, query, flags and the offset of the page', () => {
    expect(read('types=series&order=rate&categories=c1&query= باغ &flags=hd&offset=48')).toEqual({
      types: 'series',
      order: 'rate',
      categories: 'c1',
      query: 'باغ',
      flags: 'hd',
      offset: 48,
    })
  })
  test('falls back to defaults for invalid values', () => {
    const nonsense = read('types=films&order=sideways&offset=-4&query=')
    expect(nonsense).toMatchObject({
      types: undefined,
      order: 'default',
      offset: 0,
      query: undefined,
    })
    expect(read('offset=abc').offset).toBe(0)
    expect(read('offset=99999999999').offset).toBe(100_000)
  })
  test('begins a page at a multiple of 24, in any digits', () => {
    expect(read('offset=30').offset).toBe(24)
    expect(read('offset=۴۸').offset).toBe(48)
  })
})

test('changing one filter keeps the others and begins at the first page', () => {
  const listing = read('types=series&order=rate&offset=48')
  expect(listingPathWith(listing, { categories: 'c1' }, 'fa')).toBe(
    '/contents?types=series&order=rate&categories=c1',
  )
  expect(listingPathWith(listing, { types: undefined }, 'en')).toBe('/en/contents?order=rate')
})

test('page numbers are the ends, the neighbours and gaps between them', () => {
  expect(pageNumbers(1, 1)).toEqual([1])
  expect(pageNumbers(1, 3)).toEqual([1, 2, 3])
  expect(pageNumbers(5, 9)).toEqual([1, null, 4, 5, 6, null, 9])
  expect(pageNumbers(9, 9)).toEqual([1, null, 8, 9])
})
