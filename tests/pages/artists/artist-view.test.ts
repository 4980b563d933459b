import { expect, test } from 'vitest'
import type { Artist } from '#src/contract/content.ts'
import { getT } from '#src/lib/i18n/i18n.ts'
import { createArtistView } from '#src/pages/artists/[short_id]/_artist-view.ts'
import { aCard } from '#tests/support/cards.ts'

const works = Array.from({ length: 30 }, (_, index) => aCard({ id: `w${index}` }))
const artist = {
  id: 'a1',
  short_id: 'aRt1st0',
  slug: 'sara',
  slugs: { fa: 'سارا', en: 'sara' },
  name: 'Sara',
  other_name: null,
  bio: '',
  image: null,
  roles: [],
  contents: works,
} as unknown as Artist
const view = (offset: number, changes: Partial<Artist> = {}) =>
  createArtistView({ ...artist, ...changes }, offset, getT('en'), 'https://pardeh.example')

test('the first page of works has the plain address in both languages', () => {
  const { head, works: page } = view(0)
  expect(head.canonical).toBe('/en/artists/aRt1st0/sara')
  expect(head.alternate.fa).toBe('/artists/aRt1st0/سارا')
  expect(page).toMatchObject({ offset: 0, total: 30 })
})

test('a later page keeps its offset in every address', () => {
  const { head, works: page } = view(24)
  expect(page.items).toHaveLength(6)
  expect(head.canonical).toBe('/en/artists/aRt1st0/sara?offset=24')
  expect(head.alternate.fa).toBe('/artists/aRt1st0/سارا?offset=24')
})

test('links between the pages lead to the heading of the works', () => {
  expect(view(0).worksPath(0)).toBe('/en/artists/aRt1st0/sara#works')
  expect(view(0).worksPath(24)).toBe('/en/artists/aRt1st0/sara?offset=24#works')
})

test('without a biography the description names the artist, and without works there is no list in the structured data', () => {
  expect(view(0).head.description).toContain('Sara')
  expect(JSON.stringify(view(0).head.jsonLd)).toContain('ItemList')
  expect(JSON.stringify(view(0, { contents: [] }).head.jsonLd)).not.toContain('"ItemList"')
})
