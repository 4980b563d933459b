import { expect, test } from 'vitest'
import type { Widget } from '#src/contract/pages.ts'
import { pageAddress } from '#src/http/page-cache/page-address.ts'
import { isDeferredRow, rowLinks } from '#src/lib/catalogue/row-fragment.ts'
import { rowPath } from '#src/lib/routes.ts'
import { aCard } from '#tests/support/cards.ts'

const row = (type: string, items: object[] = [aCard()]) =>
  ({ id: 'r', type, title: 'r', items }) as unknown as Widget

test('the first rows of a page contain their cards, later rows load them when they come near', () => {
  const later = [0, 1, 2, 3, 4, 12].map(above => isDeferredRow(row('video_carousel'), above))
  expect(later).toEqual([false, false, false, false, true, true])
  expect(isDeferredRow(row('artist_carousel'), 9)).toBe(true)
})

test('a survey is rendered in the page at any position of its row', () => {
  expect(isDeferredRow(row('survey'), 12)).toBe(false)
})

test('the links of a row lead to its titles, people or categories', () => {
  const named = { id: 'x', short_id: 'xY1', slug: 'نام' }
  expect(rowLinks(row('video_carousel'), 'en')).toEqual([
    { href: '/en/contents/aB3dE5f/باغ-بی-صدا', text: 'باغ بی‌صدا' },
  ])
  expect(rowLinks(row('artist_carousel', [{ ...named, name: 'نام' }]), 'fa')).toEqual([
    { href: '/artists/xY1/نام', text: 'نام' },
  ])
  expect(rowLinks(row('category_carousel', [{ ...named, title: 'نام' }]), 'fa')).toEqual([
    { href: '/categories/xY1/نام', text: 'نام' },
  ])
})

test('the address of a row is that of a cached page, in both languages', () => {
  for (const page of ['home', { category: 'kids' }] as const) {
    const path = rowPath({ page, id: 'kids-latest' }, 'fa')
    expect(pageAddress(`${path}?x=1`)).toBe(path)
    expect(pageAddress(rowPath({ page, id: 'kids-latest' }, 'en'))).toBe(`/en${path}`)
  }
  expect(rowPath({ page: 'home', id: 'a1' }, 'fa')).toBe('/rows/home/a1')
  expect(rowPath({ page: { category: 'kids' }, id: 'a1' }, 'en')).toBe(
    '/en/rows/categories/kids/a1',
  )
})
