/** Other readings of a query on real titles: Persian in Latin letters, the wrong keyboard layout, and numbers in words or digits. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { search } from '#src/contract/endpoints/search.ts'
import type { ImportTitle } from '#src/contract/import.ts'
import { seedIfEmpty } from '#src/service/operations/demo/seed.ts'
import { importRecords } from '#tests/support/imported-titles.ts'
import {
  englishLayoutQueries,
  finglishQueries,
  numberQueries,
  persianLayoutQueries,
  plainName,
  type Query,
} from '#tests/support/search-queries.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'
import { sharedData, wikidataFilms } from '#tests/support/wikidata.ts'

const file = sharedData('iranian_films_wikidata_1663.json')
/** The minimum number of queries, of a hundred per class, that show the title in the panel. */
const FOUND_OF_100 = 98
const QUERIES = 200

describe.skipIf(!file)('among 1,663 real films and the demo', () => {
  let service: TestService
  let films: ImportTitle[]

  beforeAll(async () => {
    service = await startTestService()
    await seedIfEmpty(service.deps)
    films = wikidataFilms(file ?? '')
    await importRecords(service, films)
  }, 240_000)
  afterAll(() => service.stop())

  /** Returns the queries whose title is not among the results of the panel. */
  async function missed(queries: readonly Query[]): Promise<string[]> {
    const lost: string[] = []
    for (const [index, { typed, meant }] of queries.entries()) {
      // Sends few searches per address, because addresses are limited.
      const api = service.as({ address: `10.0.0.${index % 250}` })
      const panel = await api(search, { query: { query: typed } })
      const shown = [...panel.promoted_videos, ...panel.movies, ...panel.series]
      if (!shown.some(({ title }) => plainName(title) === plainName(meant)))
        lost.push(`${typed} = ${meant}`)
    }
    return lost
  }

  async function expectFound(queries: readonly Query[]): Promise<void> {
    const lost = await missed(queries)
    expect(queries.length).toBeGreaterThanOrEqual(QUERIES)
    const share = (100 * (queries.length - lost.length)) / queries.length
    console.info(
      `${share.toFixed(1)} of 100 found, of ${queries.length}; missed: ${lost.join(' | ')}`,
    )
    expect(share).toBeGreaterThanOrEqual(FOUND_OF_100)
  }

  test('Persian titles in Latin letters', () => expectFound(finglishQueries()), 60_000)

  test('Persian titles typed with the English layout', async () => {
    const queries = englishLayoutQueries(films)
    await expectFound(queries)
    // A short name has no letters to spare, because many of its letters are signs.
    const short = queries.filter(({ meant }) => plainName(meant).length === 3)
    expect(short.length).toBeGreaterThan(50)
    expect(await missed(short)).toEqual([])
  }, 120_000)

  test(
    'English titles typed with the Persian layout',
    () => expectFound(persianLayoutQueries(films)),
    120_000,
  )

  test(
    'numbers in digits, in words and as ordinals',
    () => expectFound(numberQueries(films)),
    180_000,
  )
})
