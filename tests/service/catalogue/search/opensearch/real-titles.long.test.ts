/** Compares both engines on real titles: the server finds what the memory finds, in the same order. */
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ImportTitle } from '#src/contract/import.ts'
import { createMemoryEngine } from '#src/service/catalogue/search/memory-engine.ts'
import { createOpenSearchEngine } from '#src/service/catalogue/search/opensearch/opensearch-engine.ts'
import type { SearchEngine } from '#src/service/catalogue/search/search-engine.ts'
import { importRecords } from '#tests/support/imported-titles.ts'
import { type OpenSearchServer, startOpenSearch } from '#tests/support/opensearch/server.ts'
import {
  englishLayoutQueries,
  finglishQueries,
  numberQueries,
  persianLayoutQueries,
  type Query,
} from '#tests/support/search-queries.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'
import { sharedData, wikidataFilms } from '#tests/support/wikidata.ts'

const file = sharedData('iranian_films_wikidata_1663.json')
/** The minimum number of queries, of a hundred per class, with the same first hits. */
const SAME_OF_100 = 95
const SHOWN = 8
const QUERIES = 40

describe.skipIf(!file)('among 1,663 real films', () => {
  const films: ImportTitle[] = file ? wikidataFilms(file) : []
  const names = films.flatMap(({ title }) => (title.fa && title.fa.length >= 5 ? [title.fa] : []))
  let service: TestService
  let server: OpenSearchServer
  let memory: SearchEngine
  let remote: SearchEngine
  beforeAll(async () => {
    service = await startTestService()
    server = await startOpenSearch()
    await importRecords(service, films)
    memory = createMemoryEngine(service.deps)
    remote = createOpenSearchEngine(service.deps, server.url, { searchMs: 10_000 })
    await remote.refresh()
  }, 120_000)
  afterAll(async () => {
    await server.stop()
    await service.stop()
  })

  const firstHits = async (engine: SearchEngine, text: string) => ({
    titles: (await engine.titles({ text, filter: {}, limit: 64 })).slice(0, SHOWN),
    artists: await engine.artists({ text, limit: SHOWN }),
  })

  test.each<[string, Query[]]>([
    ['whole names', names.map(name => ({ typed: name, meant: name }))],
    ['first five letters', names.map(name => ({ typed: name.slice(0, 5), meant: name }))],
    ['one typing error', names.map(name => ({ typed: withError(name), meant: name }))],
    ['Persian in Latin letters', finglishQueries()],
    ['Persian with the English layout', englishLayoutQueries(films)],
    ['English with the Persian layout', persianLayoutQueries(films)],
    ['numbers otherwise', numberQueries(films)],
  ])(
    '%s',
    async (name, queries) => {
      const step = Math.max(1, Math.floor(queries.length / QUERIES))
      const asked = queries.filter((_, at) => at % step === 0).slice(0, QUERIES)
      const others: string[] = []
      for (const { typed } of asked) {
        const [expected, found] = [await firstHits(memory, typed), await firstHits(remote, typed)]
        if (!isDeepStrictEqual(found, expected)) others.push(typed)
      }
      const share = (100 * (asked.length - others.length)) / asked.length
      console.info(`${name}: ${share.toFixed(1)} of 100 the same; others: ${others.join(' | ')}`)
      expect(share).toBeGreaterThanOrEqual(SAME_OF_100)
    },
    120_000,
  )
})

/** Swaps two letters in the middle. */
function withError(name: string): string {
  const middle = Math.floor(name.length / 2)
  return (
    name.slice(0, middle) +
    name
      .slice(middle, middle + 2)
      .split('')
      .reverse()
      .join('') +
    name.slice(middle + 2)
  )
}
