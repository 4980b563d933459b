/** What people ask for, by class, on the demo: the queries and their rules are in `queries/asked*.txt`. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listContents } from '#src/contract/endpoints/content.ts'
import { search } from '#src/contract/endpoints/search.ts'
import type { ImportRecord, ImportTitle } from '#src/contract/import.ts'
import { SEARCH_MIN_LENGTH } from '#src/contract/limits.ts'
import { createSearchEngine } from '#src/service/catalogue/search/search-engine-of.ts'
import { catalogueLines } from '#src/service/operations/demo/catalogue.ts'
import { type AskedQuery, faultOf, readAskedQueries } from '#tests/support/asked-queries.ts'
import { importRecords, noPictures } from '#tests/support/imported-titles.ts'
import { type OpenSearchServer, startOpenSearch } from '#tests/support/opensearch/server.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'

/** The minimum number of right answers of a hundred queries. */
const RIGHT_OF_100 = 98
/** All titles of the demo have been published, and none of them a short time ago. */
const AFTER_THE_DEMO = new Date('2027-03-01T09:30:00Z')
const EVERY = 5
const asked = readAskedQueries('asked.txt')
const heldOut = readAskedQueries('asked-held-out.txt')

describe.each([
  ['in memory', false],
  ['at a server', true],
])('a search on the demo, %s', (_, isRemote) => {
  let server: OpenSearchServer
  let service: TestService
  const names = new Map<string, string>()
  const records = new Map<string, ImportTitle>()

  beforeAll(async () => {
    server = await startOpenSearch()
    const env: Record<string, string> = isRemote ? { SEARCH_URL: server.url } : {}
    service = await startTestService({ now: AFTER_THE_DEMO, env })
    const all: ImportRecord[] = []
    for await (const { text } of catalogueLines()) all.push(JSON.parse(text ?? ''))
    await importRecords(service, all, { pictures: noPictures })
    for (const record of all)
      if (record.kind === 'title') records.set(record.external_id, record as ImportTitle)
    for (const table of ['contents', 'artists']) {
      const { rows } = await service.deps.db.execute<{ id: string; name: string }>(
        sql.raw(`select id, external_id as name from ${table}`),
      )
      for (const { id, name } of rows) names.set(id, name)
    }
    await createSearchEngine(service.deps).refresh()
  })
  afterAll(async () => {
    await service.stop()
    await server.stop()
  })

  async function faultsOf(queries: readonly AskedQuery[]): Promise<string[]> {
    const faults: string[] = []
    for (const [at, query] of queries.entries()) {
      const api = service.as({ address: `10.0.0.${at % 250}` })
      const list = await api(listContents, { query: { query: query.typed } })
      // The panel asks from three letters on.
      const panel =
        query.typed.length < SEARCH_MIN_LENGTH
          ? { artists: { items: [] } }
          : await api(search, { query: { query: query.typed } })
      const idsOf = (items: readonly { id: string }[]) => items.map(({ id }) => names.get(id) ?? id)
      const answer = {
        titles: idsOf(list.items),
        artists: idsOf(panel.artists.items),
        dropped: list.dropped_words ?? [],
      }
      const fault = faultOf(query, answer, records)
      if (fault) faults.push(`${query.group}: ${query.typed}: ${fault}`)
    }
    return faults
  }

  // The server of the tests reads every document for each query, so it gets some of the queries only.
  const some = asked.filter((_, at) => !isRemote || at % EVERY === 0)

  test.each([...Map.groupBy(some, ({ group }) => group)])('%s', async (_, queries) => {
    expect(await faultsOf(queries)).toEqual([])
  })

  test.skipIf(isRemote)('queries that nobody tuned for', async () => {
    const faults = await faultsOf(heldOut)
    const share = (100 * (heldOut.length - faults.length)) / heldOut.length
    console.info(`${share.toFixed(1)} of 100 right; others: ${faults.join(' | ')}`)
    expect(share).toBeGreaterThanOrEqual(RIGHT_OF_100)
  })

  test('the reply says which words were left out, as they were typed, and who comes first', async () => {
    const panel = await service.api(search, { query: { query: 'سریال هندی کروکدیل' } })
    expect(panel.dropped_words).toEqual(['کروکدیل'])
    const person = await service.api(search, { query: { query: 'مهتاب نیاورانی' } })
    expect(person.is_artist_first).toBe(true)
    const list = await service.api(listContents, { query: { query: 'مهتاب نیاورانی' } })
    expect(list.artists?.map(({ name }) => name)).toEqual(['مهتاب نیاورانی'])
    const plain = await service.api(listContents, { query: { query: 'باغ بی‌صدا' } })
    expect([plain.artists, plain.dropped_words]).toEqual([[], []])
  })
})
