/** The catalogue is loaded into the server of SEARCH_URL and kept up to date there. */
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { indexNames } from '#src/service/catalogue/search/opensearch/index-names.ts'
import { createOpenSearchEngine } from '#src/service/catalogue/search/opensearch/opensearch-engine.ts'
import type { SearchEngine } from '#src/service/catalogue/search/search-engine.ts'
import { bumpVersion, revalidateVersion } from '#src/service/catalogue/titles/catalogue-cache.ts'
import { aFilm, importRecords } from '#tests/support/imported-titles.ts'
import {
  failing,
  type OpenSearchServer,
  startOpenSearch,
} from '#tests/support/opensearch/server.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'

const PREFIX = 'films'
const { aliases } = indexNames(PREFIX)

let server: OpenSearchServer
let service: TestService
let engine: SearchEngine
beforeEach(async () => {
  server = await startOpenSearch()
  service = await startTestService({ env: { SEARCH_URL: server.url, SEARCH_INDEX: PREFIX } })
  engine = engineOf(service)
})
afterEach(async () => {
  await service.stop()
  await server.stop()
})

function engineOf({ deps }: TestService): SearchEngine {
  return createOpenSearchEngine(deps, server.url, { pauseMs: 0 })
}
const add = (id: string, name: string) =>
  importRecords(service, [aFilm({ external_id: id, title: { fa: name } })])
const found = async (text: string, one = engine) =>
  (await one.titles({ text, filter: {}, limit: 10, by: 'name' })).length
/** Returns the names of the indexes, with the aliases of each. */
const indexes = () =>
  [...server.indexes.all].map(([name, index]) => [name, ...index.aliases].join(' ')).sort()
const created = () => server.asked.filter(request => request.startsWith('PUT ')).length
/** The version is read once in a real second, so one that was read just before the clock advanced must not count. */
const passTime = (time: Parameters<typeof service.clock.advance>[0]) => {
  service.clock.advance(time)
  revalidateVersion()
}
const rename = async (id: string, name: string, at = sql`now()`) => {
  const { db } = service.deps
  await db.execute(
    sql`update contents set search_text = ${name}, updated_at = ${at} where external_id = ${id}`,
  )
  await bumpVersion(db)
}

test('new indexes are behind aliases that name the setting and the version of their format', async () => {
  await add('one', 'باغ')
  await engine.refresh()
  expect(indexes()).toEqual([
    expect.stringMatching(new RegExp(`^${aliases.artists}-[0-9a-f]{12} ${aliases.artists}$`)),
    expect.stringMatching(new RegExp(`^${aliases.titles}-[0-9a-f]{12} ${aliases.titles}$`)),
  ])
  expect(await found('باغ')).toBe(1)
})

test('a change is found, a removed title is not, and neither creates new indexes', async () => {
  await add('one', 'باغ')
  await engine.refresh()
  await add('two', 'دریا')
  await rename('one', 'کوه')
  await engine.refresh()
  expect(await Promise.all(['باغ', 'کوه', 'دریا'].map(text => found(text)))).toEqual([0, 1, 1])
  await importRecords(service, [{ kind: 'removal', external_id: 'two' }])
  await engine.refresh()
  expect(await found('دریا')).toBe(0)
  expect(created()).toBe(2)
})

test('many titles are written in batches, and all of them are found', async () => {
  const many = Array.from({ length: 1_100 }, (_, at) =>
    aFilm({ external_id: `film-${at}`, title: { fa: `شماره ${at}` } }),
  )
  await importRecords(service, many)
  await engine.refresh()
  const batches = server.asked.filter(request => request.includes(`${aliases.titles}-`))
  expect(batches.filter(request => request.endsWith('/_bulk'))).toHaveLength(3)
  expect(await found('شماره 1099')).toBe(1)
  expect(server.indexes.all.size).toBe(2)
})

test('the previous indexes are used while everything is written again, and if that fails', async () => {
  await add('one', 'باغ')
  await engine.refresh()
  const before = indexes()
  passTime({ hours: 1 })
  await rename('one', 'کوه')
  for (const step of ['/_bulk', '/_refresh', '/_aliases']) {
    server.setFault((req, res) => {
      const isStep = req.url?.includes(step) && !req.url.includes(`${aliases.titles}/`)
      return isStep ? failing(500)(req, res) : undefined
    })
    await expect(engine.refresh(), step).rejects.toThrow('500')
    expect(indexes(), step).toEqual(expect.arrayContaining(before))
    expect(await found('باغ'), step).toBe(1)
    server.setFault(null)
  }
  await engine.refresh()
  expect(await found('کوه')).toBe(1)
  // The remains of the failures have been deleted as well.
  expect(indexes()).toHaveLength(2)
  expect(indexes()).not.toEqual(before)
})

test('of two nodes that start at once one loads the catalogue, and both are ready', async () => {
  await add('one', 'باغ')
  const other = await service.again()
  const second = engineOf(other)
  await Promise.all([engine.refresh(), second.refresh()])
  expect(created()).toBe(2)
  for (const one of [engine, second]) {
    await expect.poll(() => one.refresh().then(one.isReady)).toBe(true)
    expect(await found('باغ', one)).toBe(1)
  }
  await add('two', 'دریا')
  await second.refresh()
  expect(await found('دریا')).toBe(1)
  expect(created()).toBe(2)
  await other.stop()
})

test('a node is not ready while another one loads the catalogue for the first time', async () => {
  await add('one', 'باغ')
  const other = await service.again()
  const second = engineOf(other)
  const released = Promise.withResolvers<undefined>()
  let isLoading = false
  server.setFault(req => {
    if (!req.url?.includes('_bulk')) return undefined
    isLoading = true
    return released.promise
  })
  const loading = engine.refresh()
  await expect.poll(() => isLoading).toBe(true)
  await second.refresh()
  const isReady = second.isReady()
  released.resolve(undefined)
  await loading
  expect([isReady, engine.isReady()]).toEqual([false, true])
  await other.stop()
})

test('indexes that were lost at the server are written again within a minute', async () => {
  await add('one', 'باغ')
  await engine.refresh()
  server.indexes.all.clear()
  passTime({ minutes: 1 })
  await engine.refresh()
  expect(await found('باغ')).toBe(1)
})

test('a change by a node whose clock is far behind is found within an hour', async () => {
  await add('one', 'باغ')
  await engine.refresh()
  await rename('one', 'کوه', sql`'2020-01-01'::timestamptz`)
  await engine.refresh()
  expect(await found('کوه')).toBe(0)
  passTime({ hours: 1 })
  await engine.refresh()
  expect(await found('کوه')).toBe(1)
})

test('documents that are newer than the database, such as after a restored backup, are written again', async () => {
  await add('one', 'باغ')
  await engine.refresh()
  for (const { documents } of server.indexes.all.values())
    for (const document of documents.values()) document.version = 2 ** 40
  await rename('one', 'کوه')
  await engine.refresh()
  expect(await found('کوه')).toBe(1)
  expect(await found('باغ')).toBe(0)
})

test('a delayed write never overwrites a newer document', async () => {
  await add('one', 'باغ')
  await engine.refresh()
  const [name, index] = [...server.indexes.all].find(([key]) => key.includes('titles')) ?? []
  const [id = '', stored] = [...(index?.documents ?? [])][0] ?? []
  const lines = [
    { index: { _id: id, version: 1, version_type: 'external_gte' } },
    { ...stored?.source, names: ['کوه'] },
  ]
  expect(server.indexes.bulk(name ?? '', lines, false)).toMatchObject([{ index: { status: 409 } }])
})

test('indexes of an earlier release are deleted an hour after the first of this one, others stay', async () => {
  const foreign = ['films-titles-v0', 'films-titles-v99-abc', 'other-titles-v0-abc', 'films-titles']
  for (const name of [...foreign, 'films-titles-v0-abc']) server.indexes.create(name, {})
  await engine.refresh()
  expect(server.indexes.all.has('films-titles-v0-abc')).toBe(true)
  passTime({ hours: 1 })
  await engine.refresh()
  expect(server.indexes.all.has('films-titles-v0-abc')).toBe(false)
  expect(foreign.every(name => server.indexes.all.has(name))).toBe(true)
})
