import { describe, expect, test } from 'vitest'
import { titleTile } from '#src/lib/catalogue/title-tile.ts'
import { aCard } from '#tests/support/cards.ts'
import { contrast, hslToRgb } from '#tests/support/contrast.ts'

const GENRES = [
  'drama',
  'comedy',
  'crime',
  'romance',
  'action',
  'thriller',
  'horror',
  'history',
  'musical',
  'documentary',
  'kids',
  'adventure',
  'mystery',
  'biography',
  'scifi',
  'fantasy',
  'war',
  'family',
  'animation',
  'sport',
]
const genre = (id: string) => [{ id, type: 'genre' as const, title: id }]

describe('the tile of a title without a picture', () => {
  test('shows the title in the script of the page', () => {
    const card = aCard({ title: 'خواب سفید' })
    expect(titleTile(card, 'fa').text).toBe('خواب سفید')
    expect(titleTile(card, 'en').text).toBe('Khab Sefid')
    expect(titleTile(aCard({ title: 'White Dream' }), 'en').text).toBe('White Dream')
  })

  test('has the colour of the first genre, the same for every title of that genre', () => {
    const one = titleTile(aCard({ title: 'یک', categories: genre('drama') }), 'fa')
    const two = titleTile(aCard({ title: 'دو', categories: genre('drama') }), 'en')
    expect(one.style).toEqual(two.style)
    const hues = GENRES.map(id => titleTile(aCard({ categories: genre(id) }), 'fa').style['--hue'])
    expect(new Set(hues).size).toBe(8)
    const counts = [...Map.groupBy(hues, hue => hue).values()].map(({ length }) => length)
    expect(Math.max(...counts)).toBeLessThanOrEqual(5)
  })

  test('sets short titles in larger letters than long ones', () => {
    const sizeOf = (title: string) => titleTile(aCard({ title }), 'fa').size
    expect(sizeOf('باران')).toBe('l')
    expect(sizeOf('کتابخانهٔ یخ')).toBe('m')
    expect(sizeOf('داستان آن روز بارانی که هیچ‌کس به خانه نرفت')).toBe('s')
    expect(sizeOf('Rindfleischetikettierung')).toBe('s')
  })
})

test('has white letters with a contrast of at least 4.5:1 on every colour', () => {
  for (let hue = 0; hue < 360; hue++) {
    // The lightest spot: src/styles/cards.css puts a light spot of 55% on the colour of the corner.
    const [base, spot] = [hslToRgb(hue, 0.44, 0.27), hslToRgb(hue + 24, 0.5, 0.38)]
    const corner = base.map((value, at) => value * 0.45 + (spot[at] as number) * 0.55)
    expect(contrast([255, 255, 255], base), `hue ${hue}`).toBeGreaterThanOrEqual(4.5)
    expect(contrast([255, 255, 255], corner), `corner of hue ${hue}`).toBeGreaterThanOrEqual(4.5)
  }
})
