import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPool } from '#src/service/db/connection.ts'
import { withoutRequestComment, withRequestComment } from '#src/service/db/query-comment.ts'
import { queryName } from '#src/service/db/query-name.ts'
import { withRequestId } from '#src/service/request-id.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'

const seen: string[] = []
let database: TestDatabase
let connections: ReturnType<typeof createPool>
beforeAll(async () => {
  database = await testDatabase()
  const observer = {
    onQuery: (text: string) => void seen.push(text),
    onConnection: () => undefined,
  }
  connections = createPool(database.url, { size: 1, observer })
})
afterAll(async () => {
  await connections.close()
  await database.close()
})

const CURRENT = 'select query from pg_stat_activity where pid = pg_backend_pid()'
const current = async (query: pg.QueryConfig | string) =>
  (await connections.pool.query<{ query: string }>(query)).rows[0]?.query

test('the server sees the request of a query, whether it is a text or has values', async () => {
  const text = `${CURRENT} and $1::int = 1`
  await withRequestId('request-1', async () => {
    expect(await current(CURRENT)).toBe(`${CURRENT}/*request_id='request-1'*/`)
    expect(await current({ text, values: [1] })).toBe(`${text}/*request_id='request-1'*/`)
  })
})

test('a query without a request has no comment', async () => {
  expect(await current(CURRENT)).toBe(CURRENT)
})

test('a named statement keeps one text, so that two requests share its plan', async () => {
  for (const id of ['request-1', 'request-2'])
    await withRequestId(id, async () =>
      expect(await current({ name: 'current', text: CURRENT })).toBe(CURRENT),
    )
})

test('metrics and spans call a query by its text without the comment', async () => {
  seen.length = 0
  const sent = await withRequestId('request-1', async () => {
    await current(CURRENT)
    return withRequestComment(CURRENT) as string
  })
  expect(seen).toEqual([CURRENT])
  expect(queryName(withoutRequestComment(sent))).toBe(queryName(CURRENT))
})

test('nothing ends the comment', () => {
  const sent = withRequestId(`a'*/; drop table users; --`, () => withRequestComment('select 1'))
  expect(sent).toMatch(/^select 1\/\*request_id='[\w%.-]*'\*\/$/)
})
