import { describe, expect, test } from 'vitest'
import type { Widget } from '#src/contract/pages.ts'
import { rowSpace } from '#src/lib/catalogue/row-space.ts'
import { aCard } from '#tests/support/cards.ts'

const row = (type: string, items: object[], more: object = {}) =>
  ({ id: 'r', type, title: 'r', items, ...more }) as unknown as Widget
const artist = (name: string) => ({ id: 'a', short_id: 'a', slug: 'a', name, image: null })
const titleOf = (...names: string[]) =>
  Number(rowSpace(row('artist_carousel', names.map(artist))).style?.split(':')[1])

test('a row of posters has the same space whatever its cards say, and a ranked row its own', () => {
  const long = aCard({ title: 'نامی که از همهٔ نام‌ها بلندتر است', flag: ['free_content'] })
  expect(rowSpace(row('video_carousel', [long]))).toEqual({ kind: 'poster-space' })
  expect(rowSpace(row('video_carousel', [aCard()]))).toEqual({ kind: 'poster-space' })
  expect(rowSpace(row('video_carousel', [long], { is_ranked: true }))).toEqual({
    kind: 'ranked-space',
  })
})

describe('the space of a row of people', () => {
  test('has the width of the longest name in em', () => {
    expect(titleOf('نام بازیگر')).toBe(4.8)
    expect(titleOf('نام', 'نام بازیگر')).toBe(4.8)
  })

  test('ignores joiners and combining marks', () => {
    expect(titleOf('می\u200cرود')).toBe(titleOf('میرود'))
    expect(titleOf('مُرَکَّب')).toBe(titleOf('مرکب'))
  })
})

test('a row of categories has that of its tiles', () => {
  expect(rowSpace(row('category_carousel', []))).toEqual({ kind: 'tile-space' })
})
