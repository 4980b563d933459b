import { describe, expect, test } from 'vitest'
import type { Content } from '#src/contract/content.ts'
import { getT } from '#src/lib/i18n/i18n.ts'
import { createContentView } from '#src/pages/contents/[short_id]/_content-view.ts'
import { aContent } from '#tests/support/cards.ts'

const ORIGIN = 'https://pardeh.example'
const view = (content: Partial<Content>, language: 'fa' | 'en' = 'en') =>
  createContentView(aContent(content), getT(language), ORIGIN)
const season = (episodes: Content['seasons'][number]['episodes']) => ({
  id: 's1',
  number: 1,
  title: '',
  year: null,
  episodes,
})
const credit = { id: 'a1', short_id: 'aa', slug: 'a', name: 'Sara', image: null }

describe('playback of a title', () => {
  test('a title that cannot be played says when it will be available', () => {
    expect(view({}).toCome).toBeNull()
    expect(view({ flag: [] }).toCome).toBe('Coming soon')
    const dated = { flag: ['coming_soon' as const], available_at: '2026-03-21T20:30:00' }
    expect(view(dated).toCome).toContain('21 March 2026')
    expect(view(dated).toCome).toContain('20:30')
    expect(view(dated, 'fa').toCome).toContain('۱ فروردین ۱۴۰۵')
  })
  test('a trailer has its own link', () => {
    expect(view({}).trailerPath).toBeNull()
    const trailer = { video_file_id: 't', kind: 'vod' } as const
    expect(view({ video_files: { trailer } }).trailerPath).toBe('/en/play/aB3dE5f?trailer=1')
  })
})

describe('facts and rating', () => {
  test('the viewers’ percentage takes precedence over IMDb', () => {
    expect(view({})).toMatchObject({ rating: { kind: 'percent', text: '88%' }, votePercent: 88 })
    const imdb = view({ rate_percentage: null })
    expect(imdb).toMatchObject({ rating: { kind: 'imdb', text: '8.1' }, votePercent: null })
  })
  test('a film shows its duration, a series its seasons', () => {
    expect(view({}).facts).toEqual(['2021', '1 hour and 48 minutes'])
    expect(view({ type: 'series', seasons: [season([])] }).facts).toEqual(['2021', '1 season'])
  })
  test('genre, country, year and cast are not repeated among the attributes', () => {
    const group = (type: string) => ({ type, title: type, items: [] })
    const groups = ['genre', 'country', 'year', 'cast', 'dubber', 'language'].map(group)
    const { attributeGroups } = view({ attribute_groups: groups })
    expect(attributeGroups.map(({ type }) => type)).toEqual(['language'])
  })
  test('only the quality flags of the title are shown, in a fixed order', () => {
    expect(view({ flag: ['has_subtitle', 'hd', 'live'] }).qualityFlags).toEqual([
      'hd',
      'has_subtitle',
    ])
  })
})

test('a person with two roles has one card', () => {
  const credits = [
    { ...credit, role: 'Director', role_slug: 'director', character: null },
    { ...credit, role: 'Actor', role_slug: 'cast', character: 'The baker' },
  ]
  expect(view({ credits }).people).toEqual([
    { artist: expect.objectContaining({ id: 'a1' }), roles: 'Director, The baker' },
  ])
  expect(view({ credits }, 'fa').people[0]?.roles).toBe('Director، The baker')
})

test('the head names both languages and the breadcrumb', () => {
  const { head } = view({ type: 'series' })
  expect(head.type).toBe('video.tv_show')
  expect(head.alternate).toEqual({
    fa: '/contents/aB3dE5f/باغ-بی-صدا',
    en: '/en/contents/aB3dE5f/the-quiet-orchard',
  })
  expect(JSON.stringify(head.jsonLd)).toContain('/en/contents?types=series')
  expect(head.picture).toEqual({
    url: `${ORIGIN}/media/pictures/backdrop/b-630.jpg`,
    alt: 'باغ بی‌صدا',
  })
})
