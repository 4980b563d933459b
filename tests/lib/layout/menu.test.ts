import { describe, expect, test } from 'vitest'
import { bottomItems, drawerItems, headerItems, homeOf } from '#src/lib/layout/menu.ts'

const adult = { language: 'fa', isOfChild: false } as const
const child = { language: 'en', isOfChild: true } as const
const keys = (items: { key: string }[]) => items.map(({ key }) => key.split('.').at(-1))

describe('for grown-ups', () => {
  test('home is the home page', () => {
    expect(homeOf(adult)).toBe('/')
  })
  test('the header has categories, kids and cinema beside movies and series', () => {
    expect(headerItems(adult).map(({ path }) => path)).toEqual([
      '/categories',
      '/categories/kids/kids',
      '/cinema-online',
    ])
  })
  test('the bottom bar has home, cinema and bookmarks around search and account', () => {
    const { first, rest } = bottomItems(adult)
    expect(keys([first, ...rest])).toEqual(['home', 'cinema', 'bookmarks'])
  })
})

describe('for a child', () => {
  test('home is the kids category, in its language', () => {
    expect(homeOf(child)).toBe('/en/categories/kids/kids')
    expect(bottomItems(child).first.path).toBe('/en/categories/kids/kids')
  })
  test('no menu leads to the cinema, to all categories or out of the kids part', () => {
    const { first, rest } = bottomItems(child)
    for (const menu of [headerItems(child), drawerItems(child), [first, ...rest]]) {
      expect(keys(menu)).not.toContain('kids')
      for (const { path } of menu) expect(path).not.toMatch(/cinema-online|\/categories$/)
    }
  })
  test('the drawer has home, movies, series and bookmarks', () => {
    expect(keys(drawerItems(child))).toEqual(['home', 'movies', 'series', 'bookmarks'])
  })
})
