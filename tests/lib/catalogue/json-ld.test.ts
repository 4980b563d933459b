import { describe, expect, test } from 'vitest'
import {
  breadcrumbLd,
  contentLd,
  faqLd,
  itemListLd,
  personLd,
  websiteLd,
} from '#src/lib/catalogue/json-ld.ts'
import { aCard, aContent, aCredit } from '#tests/support/cards.ts'

const ORIGIN = 'https://pardeh.example'
type Ld = Record<string, unknown>
const first = (content: ReturnType<typeof aContent>) => contentLd(content, 'fa', ORIGIN)[0] as Ld

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
    expect(movie.image).toMatch(/^https:\/\/pardeh\.example\/media\/pictures\/p-\d+\.webp$/)
  })
  test('with a sub title has it as its alternate name', () => {
    expect(first(aContent({ sub_title: 'Original' })).alternateName).toBe('Original')
    expect(first(aContent())).not.toHaveProperty('alternateName')
  })
  test('without votes has no rating, for an empty one is an error to search engines', () => {
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
  test('that is read aloud is an Audiobook with author and reader', () => {
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

test('an artist is a Person', () => {
  const artist = {
    id: 'a',
    short_id: 'aR1',
    slug: 'نام',
    slugs: { fa: 'نام', en: 'name' },
    name: 'نام',
    other_name: 'Name',
    image: null,
    bio: 'زندگی',
    roles: [],
    contents: [],
  }
  expect(personLd(artist, 'en', ORIGIN)).toMatchObject({
    '@type': 'Person',
    name: 'نام',
    alternateName: 'Name',
    url: `${ORIGIN}/en/artists/aR1/نام`,
  })
})

test('the site is a WebSite with a SearchAction', () => {
  expect(websiteLd('en', ORIGIN)).toMatchObject({
    '@type': 'WebSite',
    url: `${ORIGIN}/en`,
    potentialAction: {
      '@type': 'SearchAction',
      target: `${ORIGIN}/en/contents?query={search_term_string}`,
      'query-input': 'required name=search_term_string',
    },
  })
})

test('lists and breadcrumbs count from one', () => {
  const list = itemListLd([aCard(), aCard()], 'fa', ORIGIN) as Ld
  expect(list).toMatchObject({ '@type': 'ItemList', numberOfItems: 2 })
  expect((list.itemListElement as Ld[]).map(item => item.position)).toEqual([1, 2])
  expect(breadcrumbLd([{ name: 'خانه', path: '/' }], ORIGIN)).toMatchObject({
    '@type': 'BreadcrumbList',
    itemListElement: [{ position: 1, name: 'خانه', item: `${ORIGIN}/` }],
  })
})

test('questions and answers are a FAQPage', () => {
  expect(faqLd([{ question: 'چرا؟', answer: 'چون' }])).toMatchObject({
    '@type': 'FAQPage',
    mainEntity: [{ '@type': 'Question', name: 'چرا؟', acceptedAnswer: { text: 'چون' } }],
  })
})
