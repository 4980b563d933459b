import { describe, expect, test } from 'vitest'
import {
  artistPath,
  categoryPath,
  contentPath,
  isPlayerPath,
  kidsPath,
  listingPath,
  loginPath,
  moreLinkPath,
} from '#src/lib/routes.ts'

const named = { short_id: 'aB3', slug: 'باغ' }

test('titles, artists and categories have routes in both languages', () => {
  expect(contentPath(named, 'fa')).toBe('/contents/aB3/باغ')
  expect(contentPath(named, 'en')).toBe('/en/contents/aB3/باغ')
  expect(artistPath(named, 'fa')).toBe('/artists/aB3/باغ')
  expect(categoryPath(named, 'en')).toBe('/en/categories/aB3/باغ')
})

test('the kids category id is fixed in the navigation', () => {
  expect(kidsPath('fa')).toBe('/categories/kids/kids')
})

describe('the listing', () => {
  test('has types, order, categories and query in its address', () => {
    expect(
      listingPath({ types: 'series', order: 'latest', categories: 'c1', query: 'باغ و' }, 'fa'),
    ).toBe('/contents?types=series&order=latest&categories=c1&query=%D8%A8%D8%A7%D8%BA+%D9%88')
  })
  test('has no query string if nothing is chosen', () => {
    expect(listingPath({ order: 'default', offset: 0 }, 'en')).toBe('/en/contents')
  })
})

describe("a carousel's more link", () => {
  test('has offset=0&count=24& removed', () => {
    expect(moreLinkPath('/contents?offset=0&count=24&types=series', 'fa')).toBe(
      '/contents?types=series',
    )
    expect(moreLinkPath('/contents?types=series&offset=0&count=24', 'fa')).toBe(
      '/contents?types=series',
    )
    expect(moreLinkPath('/contents?offset=0&count=24', 'fa')).toBe('/contents')
  })
  test('is lowercased', () => {
    expect(moreLinkPath('/Contents?Order=LATEST', 'fa')).toBe('/contents?order=latest')
  })
  test('has the /video-contents prefix rewritten to /contents', () => {
    expect(moreLinkPath('/video-contents?offset=0&count=24&flags=latest', 'en')).toBe(
      '/en/contents?flags=latest',
    )
    expect(moreLinkPath('/cinema-online', 'fa')).toBe('/cinema-online')
  })
})

test('login goes to /login?redirect={current path}, and from home to /login', () => {
  expect(loginPath('/contents?types=series', 'fa')).toBe(
    '/login?redirect=%2Fcontents%3Ftypes%3Dseries',
  )
  expect(loginPath('/', 'fa')).toBe('/login')
})

test("any path containing 'play' is a player path", () => {
  expect(isPlayerPath('/play/aB3')).toBe(true)
  expect(isPlayerPath('/en/play/aB3')).toBe(true)
  expect(isPlayerPath('/contents/aB3/playground')).toBe(true)
  expect(isPlayerPath('/contents/aB3/باغ')).toBe(false)
})
