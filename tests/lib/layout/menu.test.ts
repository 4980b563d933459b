import { describe, expect, test } from 'vitest'
import { audienceHome, bottomItems, drawerItems, headerItems } from '#src/lib/layout/menu.ts'

const adult = { language: 'fa', isOfChild: false } as const
const child = { language: 'en', isOfChild: true } as const
const keys = (items: { key: string }[]) => items.map(({ key }) => key.split('.').at(-1))

describe('the menu for adults', () => {
  test('has the home page as home', () => {
    expect(audienceHome(adult)).toBe('/')
  })
  test('has categories, kids and cinema next to movies and series in the header', () => {
    expect(headerItems(adult).map(({ path }) => path)).toEqual([
      '/categories',
      '/categories/kids/kids',
      '/cinema-online',
    ])
  })
  test('has home, cinema and bookmarks around search and account in the bottom bar', () => {
    const { first, rest } = bottomItems(adult)
    expect(keys([first, ...rest])).toEqual(['home', 'cinema', 'bookmarks'])
  })
})

describe('the menu for a child', () => {
  test('has the kids category as home, in its language', () => {
    expect(audienceHome(child)).toBe('/en/categories/kids/kids')
    expect(bottomItems(child).first.path).toBe('/en/categories/kids/kids')
  })
  test('never links to the cinema, to all categories or outside the kids section', () => {
    const { first, rest } = bottomItems(child)
    for (const menu of [headerItems(child), drawerItems(child), [first, ...rest]]) {
      expect(keys(menu)).not.toContain('kids')
      for (const { path } of menu) expect(path).not.toMatch(/cinema-online|\/categories$/)
    }
  })
  test('has home, movies, series and bookmarks in the drawer', () => {
    expect(keys(drawerItems(child))).toEqual(['home', 'movies', 'series', 'bookmarks'])
  })
})
