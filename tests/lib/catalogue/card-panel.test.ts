import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cardPanelPath, placePanel } from '#src/lib/catalogue/card-panel.ts'

const view = { x: 0, y: 56, width: 1280, height: 744 }
const size = { width: 352, height: 360 }
const gutter = 48
const cardAt = (x: number, y = 300) => ({ x, y, width: 176, height: 320 })
const placeAt = (x: number, y?: number) => placePanel({ card: cardAt(x, y), size, view, gutter })

describe('the place of a panel', () => {
  it('is centred on a card in the middle of a row', () => {
    expect(placeAt(500)).toEqual({ x: 412, y: 280, from: { x: 0, y: 0, scale: 0.5 } })
  })

  it.each([
    ['begins with the first card of a row', 48, 48],
    ['ends with the last card of a row', 1280 - 48 - 176, 1280 - 48 - 352],
    ['keeps the margin of the page beside a card next to it', 1280 - 60 - 176, 1280 - 48 - 352],
    ['reaches as far as a card within the margin', 1280 - 20 - 176, 1280 - 20 - 352],
    ['stays on the screen over a card that its right edge cuts', 1200, 1280 - 8 - 352],
    ['stays on the screen over a card that its left edge cuts', -90, 8],
  ])('%s', (_, card, x) => {
    expect(placeAt(card).x).toBe(x)
  })

  it('grows from the centre of the card, however far the panel has moved', () => {
    expect(placeAt(48).from).toEqual({ x: -88, y: 0, scale: 0.5 })
    expect(placeAt(1200, 700).from).toEqual({ x: 192, y: 248, scale: 0.5 })
  })

  it('stays below the header and above the bars at the bottom', () => {
    expect(placeAt(500, -100).y).toBe(64)
    expect(placeAt(500, 700).y).toBe(800 - 8 - 360)
  })

  it('shows its top if it is higher than the view', () => {
    const low = { ...view, height: 300 }
    expect(placePanel({ card: cardAt(500), size, view: low, gutter }).y).toBe(64)
  })

  it('is always in the view, if there is room', () => {
    const card = fc.record({
      x: fc.integer({ min: -170, max: 1270 }),
      y: fc.integer({ min: -310, max: 790 }),
      width: fc.integer({ min: 150, max: 300 }),
      height: fc.integer({ min: 250, max: 500 }),
    })
    fc.assert(
      fc.property(card, fc.integer({ min: 0, max: 96 }), (card, gutter) => {
        const { x, y } = placePanel({ card, size, view, gutter })
        expect(x).toBeGreaterThanOrEqual(8)
        expect(x + size.width).toBeLessThanOrEqual(1272)
        expect(y).toBeGreaterThanOrEqual(64)
        expect(y + size.height).toBeLessThanOrEqual(792)
      }),
    )
  })
})

it.each([
  ['/contents/AbC123/a-film', '/cards/AbC123'],
  ['/en/contents/AbC123/%D9%81', '/en/cards/AbC123'],
  ['/contents', null],
  ['/play/AbC123', null],
  ['/artists/AbC123/a-person', null],
])('the panel of the card to %s is at %s', (title, path) => {
  expect(cardPanelPath(title)).toBe(path)
})
