import { describe, expect, test } from 'vitest'
import type { Content } from '#src/contract/content.ts'
import { contentLd } from '#src/lib/catalogue/content-ld.ts'
import { aCard, aContent, aCredit } from '#tests/support/cards.ts'
import { findings } from '#tests/support/structured-data.ts'

const ORIGIN = 'https://pardeh.example'
type Ld = Record<string, unknown>
const first = (content: Content) => contentLd(content, 'fa', ORIGIN) as unknown as Ld

describe('a title', () => {
  test('of type single_video is a Movie with name, picture, length, people and votes', () => {
    const movie = first(aContent({ credits: [aCredit('director', 'الف'), aCredit('cast', 'ب')] }))
    expect(movie).toMatchObject({
      '@type': 'Movie',
      name: 'باغ بی‌صدا',
      url: `${ORIGIN}/contents/aB3dE5f/باغ-بی-صدا`,
      duration: 'PT1H48M',
      director: [{ '@type': 'Person', name: 'الف' }],
      actor: [{ '@type': 'Person', name: 'ب' }],
      aggregateRating: { ratingValue: 88, bestRating: 100, ratingCount: 20 },
    })
    expect(movie.image).toEqual([
      `${ORIGIN}/media/pictures/poster/p-1200.jpg`,
      `${ORIGIN}/media/pictures/backdrop/b-1200.jpg`,
    ])
  })
  test('with a subtitle has it as its alternate name', () => {
    expect(first(aContent({ sub_title: 'Original' })).alternateName).toBe('Original')
    expect(first(aContent())).not.toHaveProperty('alternateName')
  })
  test('without votes has no rating, because search engines treat an empty one as an error', () => {
    expect(first(aContent({ votes_count: 0 }))).not.toHaveProperty('aggregateRating')
    expect(first(aContent({ rate_percentage: null }))).not.toHaveProperty('aggregateRating')
  })
  test('of type series is a TVSeries with its TVSeasons and TVEpisodes', () => {
    const episode = aCard({ type: 'episode', title: 'یکم', episode: { season: 1, number: 1 } })
    const season = { id: 's', number: 1, title: 'فصل ۱', year: null, episodes: [episode] }
    expect(first(aContent({ type: 'series', seasons: [season] }))).toMatchObject({
      '@type': 'TVSeries',
      numberOfSeasons: 1,
      containsSeason: [
        {
          '@type': 'TVSeason',
          seasonNumber: 1,
          numberOfEpisodes: 1,
          episode: [{ '@type': 'TVEpisode', name: 'یکم', episodeNumber: 1 }],
        },
      ],
    })
  })
  test('of type episode is a TVEpisode of its series and season', () => {
    const series = { id: 's', short_id: 'sR1', slug: 'سریال', title: 'سریال' }
    const episode = aContent({ type: 'episode', episode: { season: 2, number: 5 }, series })
    expect(first(episode)).toMatchObject({
      '@type': 'TVEpisode',
      episodeNumber: 5,
      partOfSeason: { '@type': 'TVSeason', seasonNumber: 2 },
      partOfSeries: { '@type': 'TVSeries', name: 'سریال', url: `${ORIGIN}/contents/sR1/سریال` },
    })
  })
  test('that is an audio book is an Audiobook with author and narrator', () => {
    const book = aContent({
      flag: ['audio_book'],
      credits: [aCredit('author', 'الف'), aCredit('narrator', 'ب')],
    })
    expect(first(book)).toMatchObject({
      '@type': 'Audiobook',
      author: [{ name: 'الف' }],
      readBy: [{ name: 'ب' }],
    })
  })
})

const season = {
  id: 's',
  number: 1,
  title: 'فصل ۱',
  year: 2020,
  episodes: [aCard({ type: 'episode', title: 'یکم', episode: { season: 1, number: 1 } })],
}
const series = { id: 's', short_id: 'sR1', slug: 'سریال', title: 'سریال' }
const full = {
  age_label: 12,
  credits: [aCredit('director'), aCredit('cast'), aCredit('writer'), aCredit('composer')],
  categories: [
    { id: 'g', type: 'genre', title: 'درام' },
    { id: 'IR', type: 'territory', title: 'ایران' },
  ],
  audio_tracks: ['fa'],
  captions: ['fa', 'en'],
  video_files: {
    primary: { video_file_id: 'f', kind: 'vod' },
    trailer: { video_file_id: 't', kind: 'vod' },
  },
} satisfies Partial<Content>
const bare = {
  sub_title: '',
  year: null,
  duration: null,
  summary: '',
  poster_image: null,
  backdrop_image: null,
  rate_percentage: null,
  votes_count: 0,
  flag: ['coming_soon'],
} satisfies Partial<Content>

/** Titles of every type, with all optional fields and with none. */
const KINDS: Record<string, Partial<Content>> = {
  Movie: {},
  TVSeries: { type: 'series', seasons: [season] },
  TVSeason: { type: 'season_of_series', seasons: [season], series },
  TVEpisode: { type: 'episode', episode: { season: 1, number: 1 }, series },
  Collection: { type: 'video_content_list', items: [aCard()] },
  Audiobook: { flag: ['playable', 'audio_book'] },
  BroadcastService: { flag: ['playable', 'live'] },
}

describe.each(Object.entries(KINDS))('a %s', (type, kind) => {
  test.each([
    ['with all optional fields', full],
    ['with nothing to say', bare],
  ])('%s has no error by Google’s rules, and no empty field', async (_, said) => {
    const flag = kind.flag ?? ('flag' in said ? said.flag : ['playable' as const])
    const ld = first(aContent({ ...said, ...kind, flag: [...flag] }))
    expect(ld['@type']).toBe(type)
    expect(await findings(ld)).toEqual([])
  })
})

test('an age limit is the content rating, and is left out if there is none', () => {
  expect(first(aContent({ age_label: 12 })).contentRating).toBe('12+')
  expect(first(aContent())).not.toHaveProperty('contentRating')
})

describe('the watch action', () => {
  const action = (said: Partial<Content>) => first(aContent(said)).potentialAction
  test('links to the player and names the required subscription', () => {
    expect(action({})).toMatchObject({
      '@type': 'WatchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${ORIGIN}/play/aB3dE5f` },
      actionAccessibilityRequirement: { category: 'subscription' },
    })
  })
  test('states the price of a ticket in rials', () => {
    const ticket = { short_id: 't', price: 500_000, vat: 50_000, total: 550_000, valid_hours: 48 }
    expect(action({ flag: ['playable', 'content_has_ticket'], ticket })).toMatchObject({
      actionAccessibilityRequirement: {
        category: 'rental',
        expectsAcceptanceOf: { price: 550_000, priceCurrency: 'IRR' },
      },
    })
  })
  test('needs no sign-in for free titles, and names the regions in which a title may be watched', () => {
    expect(action({ flag: ['playable', 'free_content', 'iran_access'] })).toMatchObject({
      actionAccessibilityRequirement: {
        category: 'nologinrequired',
        eligibleRegion: { name: 'IR' },
      },
    })
  })
  test('of a series plays its first episode, and is absent until something can be played', () => {
    expect(action({ type: 'series', flag: [], seasons: [season] })).toMatchObject({
      target: { urlTemplate: `${ORIGIN}/play/aB3dE5f` },
    })
    expect(action({ flag: ['coming_soon'] })).toBeUndefined()
  })
})

test('a trailer is a VideoObject with picture, date and player, and is absent without a trailer', () => {
  expect(first(aContent(full)).trailer).toEqual({
    '@type': 'VideoObject',
    name: 'پیش‌پردهٔ باغ بی‌صدا',
    description: 'درخت‌ها همه‌چیز را شنیده‌اند.',
    thumbnailUrl: `${ORIGIN}/media/pictures/backdrop/b-630.jpg`,
    uploadDate: '2026-03-21T06:30:00.000Z',
    embedUrl: `${ORIGIN}/play/aB3dE5f?trailer=1`,
    isFamilyFriendly: true,
  })
  expect(first(aContent())).not.toHaveProperty('trailer')
})

test('votes of viewers become a rating, IMDb’s do not', () => {
  expect(first(aContent({ rate_percentage: null }))).not.toHaveProperty('aggregateRating')
  expect(first(aContent({ flag: ['coming_soon'] }))).not.toHaveProperty('aggregateRating')
})
