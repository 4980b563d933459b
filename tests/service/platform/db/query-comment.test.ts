import { trace } from '@opentelemetry/api'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPool } from '#src/service/platform/db/connection.ts'
import {
  withoutRequestComment,
  withRequestComment,
} from '#src/service/platform/db/query-comment.ts'
import { queryName } from '#src/service/platform/db/query-name.ts'
import { startTracing } from '#src/service/platform/http/tracing.ts'
import { withRequestId } from '#src/service/platform/request-id.ts'
import { startCollector } from '#tests/support/collector.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'

const seen: string[] = []
let database: TestDatabase
let connections: ReturnType<typeof createPool>
let collector: Awaited<ReturnType<typeof startCollector>>
let stopTracing: () => Promise<void>
beforeAll(async () => {
  collector = await startCollector()
  const log = { warn: () => undefined } as never
  stopTracing = await startTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }, log)
  database = await testDatabase()
  const observer = {
    onQuery: (text: string) => void seen.push(text),
    onConnection: () => undefined,
  }
  connections = createPool(database.url, { size: 1, observer })
})
afterAll(async () => {
  await stopTracing()
  await collector.stop()
  await connections.close()
  await database.close()
})

const CURRENT = 'select query from pg_stat_activity where pid = pg_backend_pid()'
/** Runs `work` in a request that is traced. */
const traced = (id: string, work: () => Promise<void>) =>
  trace.getTracer('test').startActiveSpan('a request', async span => {
    await withRequestId(id, work)
    span.end()
  })
const current = async (query: pg.QueryConfig | string) =>
  (await connections.pool.query<{ query: string }>(query)).rows[0]?.query

test('the server sees the request of a traced query, with and without values', async () => {
  const text = `${CURRENT} and $1::int = 1`
  await traced('request-1', async () => {
    expect(await current(CURRENT)).toBe(`${CURRENT}/*request_id='request-1'*/`)
    expect(await current({ text, values: [1] })).toBe(`${text}/*request_id='request-1'*/`)
  })
})

test('queries of other requests keep one text, by which pg_stat_statements counts them', async () => {
  for (const id of ['request-1', 'request-2'])
    await withRequestId(id, async () => expect(await current(CURRENT)).toBe(CURRENT))
})

test('a traced query without a request has no comment', async () => {
  await trace.getTracer('test').startActiveSpan('a job', async span => {
    expect(await current(CURRENT)).toBe(CURRENT)
    span.end()
  })
})

test('a query that waited for a connection has the request of its own caller', async () => {
  const requests = Array.from({ length: 8 }, (_, n) => `request-${n}`)
  await Promise.all(
    requests.map(id =>
      traced(id, async () =>
        expect(await current(CURRENT)).toBe(`${CURRENT}/*request_id='${id}'*/`),
      ),
    ),
  )
})

test('a named statement keeps one text, so that two requests share its plan', async () => {
  for (const id of ['request-1', 'request-2'])
    await traced(id, async () =>
      expect(await current({ name: 'current', text: CURRENT })).toBe(CURRENT),
    )
})

test('metrics and spans name a query by its text without the comment', async () => {
  seen.length = 0
  await traced('request-1', async () => {
    await current(CURRENT)
    const sent = withRequestComment(CURRENT) as string
    expect(queryName(withoutRequestComment(sent))).toBe(queryName(CURRENT))
  })
  expect(seen).toEqual([CURRENT])
})

test('no value can end the comment', async () => {
  let sent: unknown
  await traced(`a'*/; drop table users; --`, async () => {
    sent = withRequestComment('select 1')
  })
  expect(sent).toMatch(/^select 1\/\*request_id='[\w%.-]*'\*\/$/)
})
