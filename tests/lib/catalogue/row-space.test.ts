import { describe, expect, test } from 'vitest'
import type { ContentCard } from '#src/contract/content.ts'
import type { Widget } from '#src/contract/pages.ts'
import { rowSpace } from '#src/lib/catalogue/row-space.ts'
import { getT } from '#src/lib/i18n/i18n.ts'
import { aCard } from '#tests/support/cards.ts'

const row = (type: string, items: object[]) =>
  ({ id: 'r', type, title: 'r', items }) as unknown as Widget
const linesOf = (...cards: Partial<ContentCard>[]) => {
  const { style = '' } = rowSpace(row('video_carousel', cards.map(aCard)), getT('fa'))
  return Object.fromEntries(
    style.split(';').map(line => [line.slice(2, line.indexOf(':')), +line.split(':')[1]!]),
  )
}

describe('the space of a row of posters', () => {
  test('is that of the card with most lines on a phone, not of the widest of each line', () => {
    const facts = { year: 1403, rate_percentage: 88 }
    const [wide, high] = [{ title: 'نامی که دو خط می‌گیرد', duration: null }, { title: 'کوتاه' }]
    const [alone, both] = [linesOf({ ...high, ...facts }), linesOf(wide, { ...high, ...facts })]
    expect(both.title).toBe(alone.title)
    expect(both.facts).toBe(alone.facts)
  })

  test('has one line of what only another card has', () => {
    const name = 'نامی که از همهٔ نام‌ها بلندتر است'
    const flag: ContentCard['flag'] = ['playable', 'free_content']
    const flags = linesOf({ title: 'کوتاه', duration: null, flag }).flags ?? 0
    expect(linesOf({ title: name }, { title: 'کوتاه', duration: null, flag }).flags).toBe(flags)
  })

  test('is that of the wider of two cards with as many lines, in em', () => {
    const long = linesOf({ title: 'کوتاه' }, { title: 'نامی که از همهٔ نام‌ها بلندتر است' })
    expect(long.title).toBe(linesOf({ title: 'نامی که از همهٔ نام‌ها بلندتر است' }).title)
    expect(long.title).toBeGreaterThan(linesOf({ title: 'کوتاه' }).title ?? 0)
  })

  test('has no line for what no card has', () => {
    expect(linesOf({ duration: null })).toMatchObject({ length: 0, flags: 0, ticket: 0 })
    const ticket = { short_id: 'aB3dE5f', price: 4e5, vat: 4e4, total: 44e4, valid_hours: 48 }
    const {
      length,
      flags,
      ticket: buy,
    } = linesOf({
      flag: ['playable', 'content_has_ticket', 'free_content'],
      ticket,
    })
    for (const em of [length, flags, buy]) expect(em).toBeGreaterThan(3)
  })

  test('counts neither joiners nor marks above letters', () => {
    expect(linesOf({ title: 'می‌رود' }).title).toBe(linesOf({ title: 'میرود' }).title)
    expect(linesOf({ title: 'مُرَکَّب' }).title).toBe(linesOf({ title: 'مرکب' }).title)
  })

  test('is wider with a rating, which has an icon', () => {
    const rated = linesOf({ rate_percentage: 88 }).facts ?? 0
    const unrated = linesOf({ rate_percentage: null, imdb_rank_percent: null }).facts ?? 0
    expect(rated - unrated).toBeGreaterThan(3)
  })
})

test('rows of people and of categories have spaces of their own', () => {
  const artist = { id: 'a', short_id: 'a', slug: 'a', name: 'نام بازیگر', image: null }
  expect(rowSpace(row('artist_carousel', [artist]), getT('fa'))).toEqual({
    kind: 'people-space',
    style: '--title:4.8',
  })
  expect(rowSpace(row('category_carousel', []), getT('fa'))).toEqual({ kind: 'tile-space' })
})
