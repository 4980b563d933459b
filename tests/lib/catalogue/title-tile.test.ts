import { describe, expect, test } from 'vitest'
import { titleTile } from '#src/lib/catalogue/title-tile.ts'
import { aCard } from '#tests/support/cards.ts'
import { contrast, hslToRgb } from '#tests/support/contrast.ts'

const genre = (id: string) => [{ id, type: 'genre', title: id }]

describe('the tile of a title without a picture', () => {
  test('says the title in the letters of the page', () => {
    const card = aCard({ title: 'خواب سفید' })
    expect(titleTile(card, 'fa').text).toBe('خواب سفید')
    expect(titleTile(card, 'en').text).toBe('Khab Sefid')
    expect(titleTile(aCard({ title: 'White Dream' }), 'en').text).toBe('White Dream')
  })

  test('has the colour of the first genre, the same for every title of it', () => {
    const one = titleTile(aCard({ title: 'یک', categories: genre('drama') }), 'fa')
    const two = titleTile(aCard({ title: 'دو', categories: genre('drama') }), 'en')
    expect(one.style).toEqual(two.style)
    const genres = ['drama', 'comedy', 'crime', 'horror', 'family', 'scifi', 'war', 'history']
    const hues = genres.map(id => titleTile(aCard({ categories: genre(id) }), 'fa').style['--hue'])
    expect(new Set(hues).size).toBeGreaterThanOrEqual(6)
  })

  test('sets short titles in large letters and long ones in smaller ones', () => {
    const sizeOf = (title: string) => titleTile(aCard({ title }), 'fa').size
    expect(sizeOf('باران')).toBe('l')
    expect(sizeOf('کتابخانهٔ یخ')).toBe('m')
    expect(sizeOf('داستان آن روز بارانی که هیچ‌کس به خانه نرفت')).toBe('s')
    expect(sizeOf('Rindfleischetikettierung')).toBe('s')
  })
})

test('white letters have a contrast of 4.5:1 on every colour of a tile', () => {
  for (let hue = 0; hue < 360; hue++) {
    // The lightest part: src/styles/cards.css sets a light spot of 55% on the colour of the corner.
    const [base, spot] = [hslToRgb(hue, 0.44, 0.27), hslToRgb(hue + 24, 0.5, 0.38)]
    const corner = base.map((value, at) => value * 0.45 + (spot[at] as number) * 0.55)
    expect(contrast([255, 255, 255], base), `hue ${hue}`).toBeGreaterThanOrEqual(4.5)
    expect(contrast([255, 255, 255], corner), `corner of hue ${hue}`).toBeGreaterThanOrEqual(4.5)
  }
})
