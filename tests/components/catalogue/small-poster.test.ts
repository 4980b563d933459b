import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ContentCard } from '#src/contract/content.ts'
import type { Language } from '#src/contract/fields.ts'
import { SmallPoster } from '#src/islands/ui/SmallPoster.tsx'
import { aCard } from '#tests/support/cards.ts'

const htmlOf = (card: Partial<ContentCard>, language: Language) =>
  renderToStaticMarkup(createElement(SmallPoster, { card: aCard(card), language, width: 80 }))

test('a poster is shown at the requested width, without its name', () => {
  const html = htmlOf({ poster_image: { path: '/media/pictures/p', color: '#204060' } }, 'fa')
  expect(html).toMatch(/<img [^>]*src="\/media\/pictures\/p-\d+\.webp"/)
  expect(html).toContain('alt="" width="80" height="120"')
  expect(html).not.toContain('title-tile')
})

test('a title without a poster gets a tile, in Latin letters on English pages', () => {
  const card = { poster_image: null, title: 'گاو' }
  expect(htmlOf(card, 'fa')).toMatch(/class="title-tile".*<bdi>گاو<\/bdi>/)
  expect(htmlOf(card, 'en')).toMatch(/class="title-tile".*<bdi>Gav<\/bdi>/)
  expect(htmlOf(card, 'en')).not.toContain('<img')
})
