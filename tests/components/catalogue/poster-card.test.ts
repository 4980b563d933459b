// The server's template and the React card are rendered from one model: the same card has the same HTML in both.
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { posterCard } from '#src/components/catalogue/poster-card.ts'
import type { ContentCard } from '#src/contract/content.ts'
import { PosterCard } from '#src/islands/library/PosterCard.tsx'
import { getT } from '#src/lib/i18n/i18n.ts'
import { aCard } from '#tests/support/cards.ts'

const poster = { path: '/media/pictures/p', color: '#204060' }
const territory = { id: 't', short_id: 't', slug: 't', title: 'ایران', type: 'territory' as const }
const CARDS: Record<string, Partial<ContentCard>> = {
  'a film': { poster_image: poster, categories: [territory] },
  'a film without year and country': { year: null },
  'a series': { type: 'series', season_count: 2 },
  'a title rated by IMDb alone': { rate_percentage: null },
  'a title without rating': { rate_percentage: null, imdb_rank_percent: null },
  'a title to come': { flag: ['coming_soon', 'in_production'] },
  'a title with both flags': { flag: ['exclusive_dub', 'free_content'] },
  'a title without poster': { poster_image: null },
  'a title with a trailer': { has_trailer: true },
  'a title that a search found': { search_query_id: 'q1', search_position: 0 },
  'a title with a ticket': {
    flag: ['playable', 'content_has_ticket'],
    ticket: { short_id: 'aB3dE5f', price: 4e5, vat: 4e4, total: 44e4, valid_hours: 48 },
  },
  'a title with markup in its name': { title: `<b>"Tom" & 'Jerry'</b>` },
}

describe.each(['fa', 'en'] as const)('in %s', language => {
  test.each(Object.keys(CARDS))('%s has the same HTML in template and island', name => {
    const card = aCard(CARDS[name])
    const template = posterCard(card, language, { class: 'w-full' }).html
    const island = renderToStaticMarkup(
      createElement(PosterCard, { t: getT(language), card, heading: 'h3' }),
    )
    expect(normalised(island)).toEqual(normalised(template))
  })
})

test('a card names the price of a ticket where one is needed, and not before it can be played', () => {
  const ticket = { short_id: 'aB3dE5f', price: 4e5, vat: 4e4, total: 44e4, valid_hours: 48 }
  const card = (flag: ContentCard['flag']) => posterCard(aCard({ flag, ticket }), 'fa').html
  expect(card(['playable', 'content_has_ticket'])).toContain('خرید بلیت\u00a0·\u00a0۴۴٬۰۰۰ تومان')
  expect(card(['coming_soon', 'content_has_ticket'])).not.toContain('بلیت')
  expect(posterCard(aCard(), 'fa').html).not.toContain('بلیت')
})

test('the comparison sees another attribute, another text and another order', () => {
  const html = '<a href="/x" class="y">text</a>'
  expect(normalised('<a class="y" href="/x">text</a>')).toEqual(normalised(html))
  expect(normalised('<a href="/z" class="y">text</a>')).not.toEqual(normalised(html))
  expect(normalised('<a href="/x" class="y">Text</a>')).not.toEqual(normalised(html))
  expect(normalised('<a href="/x" class="y"></a>text')).not.toEqual(normalised(html))
})

test.each([true, false])(
  'the bookmark of a card in an island is a state of its button: %s',
  isOn => {
    const action = { label: 'نشان', icon: 'i', isBookmarked: isOn, onPress: () => undefined }
    const html = renderToStaticMarkup(
      createElement(PosterCard, { t: getT('fa'), card: aCard(), heading: 'h3', action }),
    )
    expect(html.includes(`aria-pressed="${isOn}"`)).toBe(true)
    expect(html.includes('card-bookmark')).toBe(true)
    expect(html.includes('data-bookmarked')).toBe(isOn)
  },
)

/** Tags and texts in their order: attributes sorted, names in lower case, entities decoded. */
function normalised(html: string): string[] {
  const parts = html.match(/<[^>]+>|[^<]+/g) ?? []
  return parts.map(part => decoded(part.startsWith('<') ? sorted(part) : part))
}

function sorted(tag: string): string {
  const attributes = [...tag.matchAll(/\s([\w-]+)="([^"]*)"/g)]
  const names = attributes.map(([, name = '', value]) => `${name.toLowerCase()}="${value}"`)
  return [/^<\/?\w+/.exec(tag)?.[0], ...names.sort()].join(' ')
}

function decoded(text: string): string {
  return text
    .replace(/&#x27;|&#39;/g, "'")
    .replace(/&quot;|&#34;/g, '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}
