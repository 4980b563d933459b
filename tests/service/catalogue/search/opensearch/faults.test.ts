/** Failures of the server of SEARCH_URL, as visitors and operators see them. */
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { listContents } from '#src/contract/endpoints/content.ts'
import { search } from '#src/contract/endpoints/search.ts'
import { createOpenSearchEngine } from '#src/service/catalogue/search/opensearch/opensearch-engine.ts'
import type { SearchEngine } from '#src/service/catalogue/search/search-engine.ts'
import { createSearchEngine } from '#src/service/catalogue/search/search-engine-of.ts'
import type { Deps } from '#src/service/platform/deps.ts'
import { createMetrics } from '#src/service/platform/http/metrics.ts'
import { safeError } from '#src/service/platform/safe-error.ts'
import { aFilm, importRecords } from '#tests/support/imported-titles.ts'
import {
  failing,
  type OpenSearchServer,
  startOpenSearch,
} from '#tests/support/opensearch/server.ts'
import { plant } from '#tests/support/run-logs.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'

const CREDENTIALS = { user: 'pardeh-search', password: 'p@ss/word of the engine' }
const TIMES = { pauseMs: 60_000, searchMs: 60_000 }

let server: OpenSearchServer
let service: TestService
let lines: { message: string; fields: unknown }[] = []
beforeAll(async () => {
  plant('the password of the search engine', CREDENTIALS.password)
  server = await startOpenSearch(CREDENTIALS)
  service = await startTestService({ env: { SEARCH_URL: server.url } })
  await importRecords(service, [aFilm({ external_id: 'garden', title: { fa: 'باغ گیلاس' } })])
  await createSearchEngine(service.deps).refresh()
})
afterAll(async () => {
  await service.stop()
  await server.stop()
})
afterEach(() => {
  vi.useRealTimers()
  server.setFault(null)
  lines = []
})

/** A second engine of the same node. */
function engine(
  address = server.url,
  { metrics, fetch } = service.deps,
  searchMs = TIMES.searchMs,
): SearchEngine {
  const write = (...given: unknown[]) =>
    void lines.push({ message: String(given.at(-1)), fields: given.length > 1 ? given[0] : null })
  const log = { info: write, warn: write } as unknown as Deps['log']
  return createOpenSearchEngine({ ...service.deps, log, metrics, fetch }, address, {
    ...TIMES,
    searchMs,
  })
}
const find = async (one: SearchEngine) =>
  (await one.titles({ text: 'باغ گیلاس', filter: {}, limit: 5, by: 'name' })).length
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  )
/** Advances the pauses of the engine, which use `Date`. */
function passTime(ms: number) {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })
}
const metric = async (name: string, { metrics } = service.deps) =>
  (await metrics.text()).split('\n').filter(line => line.startsWith(name))

describe('a search while the engine fails', () => {
  test.each([
    ['an error', failing(500), 'status'],
    ['no answer', failing('hang'), 'timeout'],
    ['another form', failing('malformed'), 'malformed'],
    ['a rejection', failing(403), 'status'],
  ])('is answered with 503 after %s, and works again afterwards', async (_, fault, reason) => {
    const one = engine(server.url, service.deps, reason === 'timeout' ? 1_000 : undefined)
    server.setFault(fault)
    const error = await failureOf(find(one))
    expect(error).toMatchObject({ name: 'ApiError', result: 'unavailable', status: 503 })
    expect(lines.map(({ message }) => message)).toEqual(['the search engine failed'])
    const counted = await metric('pardeh_search_failures_total')
    expect(counted.join()).toContain(`call="search",reason="${reason}"`)
    server.setFault(null)
    const timed = async () =>
      Number((await metric('pardeh_search_seconds_count{call="search"}')).join().split(' ')[1])
    const before = await timed()
    await expect.poll(() => find(one).catch(() => 0), { timeout: 30_000 }).toBe(1)
    expect(await timed()).toBeGreaterThan(before)
  })

  test('is answered in the envelope with Retry-After, and other calls keep working', async () => {
    server.setFault(failing(503))
    for (const call of [
      () => service.api(search, { query: { query: 'باغ' } }),
      () => service.api(listContents, { query: { query: 'باغ' } }),
    ])
      expect(await failureOf(call())).toMatchObject({
        failure: { status: 503, result: 'unavailable', retryAfter: 5 },
      })
    const { items } = await service.api(listContents, { query: {} })
    expect(items).toHaveLength(1)
  })

  test('is retried once if the connection breaks', async () => {
    // The engine of the node may still retry searches of the previous test; those are not counted.
    const fetch: typeof globalThis.fetch = (url, init) =>
      service.deps.fetch(url, { ...init, headers: { ...init?.headers, 'x-test': 'counted' } })
    let count = 0
    server.setFault((req, res) => {
      if (!req.headers['x-test'] || count++ > 0) return undefined
      res.socket?.destroy()
      return 'handled'
    })
    expect(await find(engine(server.url, { ...service.deps, fetch }))).toBe(1)
    expect(count).toBe(2)
  })
})

test('an engine that fails repeatedly is skipped for a while, then tried', async () => {
  const own = { ...service.deps, metrics: createMetrics() }
  const one = engine(server.url, own)
  const isUp = () => metric('pardeh_search_up', own)
  server.setFault(failing(500))
  expect(await isUp()).toEqual(['pardeh_search_up 1'])
  for (let count = 0; count < 5; count++) await failureOf(find(one))
  const asked = server.asked.length
  expect(await failureOf(find(one))).toMatchObject({ result: 'unavailable' })
  expect(server.asked).toHaveLength(asked)
  expect(await isUp()).toEqual(['pardeh_search_up 0'])
  server.setFault(null)
  passTime(TIMES.pauseMs)
  expect(await find(one)).toBe(1)
  expect(await isUp()).toEqual(['pardeh_search_up 1'])
  const messages = lines.map(({ message }) => message).filter(text => !text.endsWith('failed'))
  expect(messages).toEqual([
    'searches are paused: the search engine keeps failing',
    'the search engine responds again',
  ])
})

test('a node whose engine is down at the start is ready, and searches once it is back', async () => {
  const other = await service.again()
  const log = { info: () => undefined, warn: () => undefined } as unknown as Deps['log']
  const one = createOpenSearchEngine({ ...other.deps, log }, server.url, TIMES)
  server.setFault(failing(503))
  expect(one.isReady()).toBe(false)
  expect(await failureOf(one.refresh())).toMatchObject({ name: 'SearchEngineError' })
  expect(one.isReady()).toBe(true)
  server.setFault(null)
  passTime(TIMES.pauseMs)
  await one.refresh()
  expect(await find(one)).toBe(1)
  await other.stop()
})

test('user and password are sent as basic authentication, and appear in no error, log or metric', async () => {
  expect(await find(engine())).toBe(1)
  const wrong = engine(server.url.replace('p%40ss', 'hidden'))
  const unreachable = engine(server.url.replace(/127\.0\.0\.1:\d+/, '127.0.0.1:9'))
  const thrown = [await failureOf(find(wrong)), await failureOf(find(unreachable))]
  expect(thrown).toMatchObject([{ result: 'unavailable' }, { result: 'unavailable' }])
  const logged = lines.map(({ fields }) => (fields as { err?: unknown } | null)?.err)
  expect(logged.filter(Boolean)).toHaveLength(2)
  const shown = [
    ...logged.map(error => JSON.stringify(safeError(error)) + String(error)),
    await service.deps.metrics.text(),
  ].join('\n')
  for (const secret of [CREDENTIALS.user, CREDENTIALS.password, 'hidden', 'p%40ss'])
    expect(shown).not.toContain(secret)
})
