import { expect, test } from 'vitest'
import type { Widget } from '#src/contract/pages.ts'
import { createHomeView } from '#src/pages/_home-view.ts'
import { aCard } from '#tests/support/cards.ts'

const widget = (type: string, items = [aCard()]) => ({ id: type, type, items }) as unknown as Widget
const ORIGIN = 'https://pardeh.example'

test('the banner becomes the hero, and counts as two rows before the first', () => {
  const { hero, rows } = createHomeView(
    [widget('banner'), widget('carousel'), widget('survey')],
    ORIGIN,
  )
  expect(hero).toHaveLength(1)
  expect(rows.map(row => [row.widget.type, row.rowsAbove])).toEqual([
    ['carousel', 2],
    ['survey', 3],
  ])
})

test('without a banner the rows begin at the top, and the page has no picture', () => {
  const { hero, picture, rows } = createHomeView([widget('carousel')], ORIGIN)
  expect([hero, picture, rows[0]?.rowsAbove]).toEqual([null, undefined, 0])
})

test('continue watching is not a row of the cached page', () => {
  expect(createHomeView([widget('continue_watching')], ORIGIN).rows).toEqual([])
})

test('the first title of the hero is the picture of the page', () => {
  expect(createHomeView([widget('banner')], ORIGIN).picture).toEqual({
    url: `${ORIGIN}/media/pictures/backdrop/b-630.jpg`,
    alt: 'باغ بی‌صدا',
  })
})
