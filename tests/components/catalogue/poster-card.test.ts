// The server's template and the React card render the same model, so the same card has the same HTML in both.
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { posterCardMarkup } from '#src/components/catalogue/poster-card.ts'
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
  'a title rated by IMDb only': { rate_percentage: null },
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
  test.each(Object.keys(CARDS))('%s has the same HTML in the template and in the island', name => {
    const card = aCard(CARDS[name])
    const template = posterCardMarkup(card, language, { class: 'w-full' }).html
    const island = renderToStaticMarkup(
      createElement(PosterCard, { t: getT(language), card, heading: 'h3' }),
    )
    expect(normalised(island)).toEqual(normalised(template))
  })
})

test('a card shows the ticket price if a ticket is needed, but not before the title can be played', () => {
  const ticket = { short_id: 'aB3dE5f', price: 4e5, vat: 4e4, total: 44e4, valid_hours: 48 }
  const card = (flag: ContentCard['flag']) => posterCardMarkup(aCard({ flag, ticket }), 'fa').html
  expect(card(['playable', 'content_has_ticket'])).toContain('بلیت ۴۴٬۰۰۰ تومان')
  expect(card(['coming_soon', 'content_has_ticket'])).not.toContain('بلیت')
  expect(posterCardMarkup(aCard(), 'fa').html).not.toContain('بلیت')
})

const partsOf = (said: Partial<ContentCard>, name: string) =>
  [
    ...posterCardMarkup(aCard(said), 'fa').html.matchAll(new RegExp(`class="${name}[^"]*"`, 'g')),
  ].map(([text]) => text)

test('a card has one badge: that it is coming soon, else the flag of its top, else that of its bottom', () => {
  const badge = (...flag: ContentCard['flag']) => partsOf({ flag }, 'card-flag')
  expect(badge('coming_soon', 'exclusive_dub', 'persian_dub')).toEqual([
    'class="card-flag flag-coming_soon"',
  ])
  expect(badge('exclusive_dub', 'free_content')).toEqual(['class="card-flag flag-exclusive_dub"'])
  expect(badge('free_content')).toEqual(['class="card-flag flag-free_content"'])
  expect(badge('playable')).toEqual([])
})

test('a card has one line of facts, and every fact is a part of it', () => {
  expect(partsOf({ categories: [territory], duration: '01:48:00' }, 'card-facts')).toHaveLength(1)
  const { html } = posterCardMarkup(aCard({ categories: [territory] }), 'fa')
  const line = html.slice(html.indexOf('card-facts'))
  for (const fact of ['۸۸٪', '۲۰۲۱', 'ایران', '۱۰۸ دقیقه'])
    expect(line).toContain(`>${fact}</span>`)
})

test('the frame of a picture has the title, which a browser shows if the picture fails', () => {
  const { html } = posterCardMarkup(aCard({ title: 'باغ "انار"' }), 'fa')
  expect(html).toContain('class="poster-frame" data-title="باغ &#34;انار&#34;"')
  expect(posterCardMarkup(aCard({ poster_image: null }), 'fa').html).not.toContain('data-title')
})

test('the comparison notices a different attribute, text or order', () => {
  const html = '<a href="/x" class="y">text</a>'
  expect(normalised('<a class="y" href="/x">text</a>')).toEqual(normalised(html))
  expect(normalised('<a href="/z" class="y">text</a>')).not.toEqual(normalised(html))
  expect(normalised('<a href="/x" class="y">Text</a>')).not.toEqual(normalised(html))
  expect(normalised('<a href="/x" class="y"></a>text')).not.toEqual(normalised(html))
})

test.each([true, false])(
  'the bookmark of a card in an island is shown as the state of its button: %s',
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

/** Lists tags and texts in order, with attributes sorted, names in lower case and entities decoded. */
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
