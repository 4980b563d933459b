import { describe, expect, test } from 'vitest'
import type { ContentCard, Flag } from '#src/contract/content.ts'
import { cardRating, firstCountries, mediaKind } from '#src/lib/catalogue/card.ts'
import { bottomFlag, topFlag } from '#src/lib/catalogue/flags.ts'
import { aCard } from '#tests/support/cards.ts'

describe('kind mapping', () => {
  test.each([
    ['single_video', 'movie'],
    ['series', 'tv_show'],
    ['episode', 'tv_show'],
    ['season_of_series', 'tv_show'],
    ['video_content_list', 'bundle'],
    ['anything else', 'none'],
    ['', 'none'],
  ])('%s is %s', (type, kind) => {
    expect(mediaKind(type)).toBe(kind)
  })
})

describe('card flags', () => {
  test('at the bottom is the first of coming_soon, traffic_free and free_content', () => {
    expect(bottomFlag(['free_content', 'traffic_free', 'coming_soon'])).toBe('coming_soon')
    expect(bottomFlag(['free_content', 'traffic_free'])).toBe('traffic_free')
    expect(bottomFlag(['free_content'])).toBe('free_content')
    expect(bottomFlag(['hd', 'in_production'])).toBeUndefined()
  })

  test('at the top is the last of in_production, exclusive_dub, cinema_online, audio_book and persian_dub', () => {
    const top: Flag[] = [
      'in_production',
      'exclusive_dub',
      'cinema_online',
      'audio_book',
      'persian_dub',
    ]
    for (const [index, flag] of top.entries())
      expect(topFlag(top.slice(0, index + 1).reverse())).toBe(flag)
    expect(topFlag(['coming_soon', 'hd'])).toBeUndefined()
  })
})

describe('the rating', () => {
  test('is the percentage of votes', () => {
    expect(cardRating(aCard({ rate_percentage: 88 }))).toEqual({ kind: 'percent', value: 88 })
    expect(cardRating(aCard({ rate_percentage: 0 }))).toEqual({ kind: 'percent', value: 0 })
  })
  test('or the IMDb value divided by 10', () => {
    const card = aCard({ rate_percentage: null, imdb_rank_percent: 81 })
    expect(cardRating(card)).toEqual({ kind: 'imdb', value: 8.1 })
  })
  test('is hidden when the flag includes coming_soon', () => {
    expect(cardRating(aCard({ flag: ['coming_soon'] }))).toBeNull()
  })
  test('is hidden if there is neither', () => {
    expect(cardRating(aCard({ rate_percentage: null, imdb_rank_percent: null }))).toBeNull()
  })
})

test('a card shows at most 2 countries, and ignores categories of other types', () => {
  const categories: ContentCard['categories'] = [
    { id: 'g', type: 'genre', title: 'درام' },
    { id: 'IR', type: 'territory', title: 'ایران' },
    { id: 'FR', type: 'territory', title: 'فرانسه' },
    { id: 'DE', type: 'territory', title: 'آلمان' },
  ]
  expect(firstCountries(aCard({ categories }))).toEqual(['ایران', 'فرانسه'])
})
