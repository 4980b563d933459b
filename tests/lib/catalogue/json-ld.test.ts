import { expect, test } from 'vitest'
import { breadcrumbLd, faqLd, itemListLd, personLd, websiteLd } from '#src/lib/catalogue/json-ld.ts'
import { aCard } from '#tests/support/cards.ts'

const ORIGIN = 'https://pardeh.example'
type Ld = Record<string, unknown>

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
  expect(personLd(artist, 'en', ORIGIN)).not.toHaveProperty('jobTitle')
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

test('an empty list has no JSON-LD', () => {
  expect(itemListLd([], 'fa', ORIGIN)).toBeNull()
})

test('lists and breadcrumbs count from one', () => {
  const list = itemListLd([aCard(), aCard()], 'fa', ORIGIN) as unknown as Ld
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
