/** A list of 50,000 rows, or of 100,000 comments, answers like one of ten: the number of rows that are read is bounded. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listSubscriptions, listTransactions } from '#src/contract/endpoints/checkout.ts'
import { getContent, listComments } from '#src/contract/endpoints/content.ts'
import {
  listBookmarks,
  listContinueWatching,
  listHistory,
} from '#src/contract/endpoints/library.ts'
import { listSupportTickets } from '#src/contract/endpoints/support.ts'
import { migrate } from '#src/service/platform/db/migrate.ts'
import { type OpenDatabase, openDatabasePool } from '#src/service/platform/db/open.ts'
import {
  accountOf,
  analyse,
  commentOn,
  insertTitles,
  LONG,
  ROWS,
  watchAll,
} from '#tests/support/long-lists.ts'
import { aUser, type Person } from '#tests/support/people.ts'
import { type Plans, plansOf } from '#tests/support/query-plans.ts'
import { aPackage } from '#tests/support/rows.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'
import { type Postgres, startPostgres } from './support/postgres.ts'

/** Maximum number of buffers for a page of 24, which reads its rows and their titles by index; 8 KB each. */
const MOST_BUFFERS = 1_500
/** Maximum number of buffers when hidden titles of a list are counted, which happens once per version of the catalogue. */
const MOST_BUFFERS_AT_FIRST = 6_000
const MOST_ROWS = 1_000
/** Tables with a few rows, which an index would not make cheaper. */
const SMALL_TABLES = [
  'facts',
  'list_counts',
  'users',
  'profiles',
  'sessions',
  'profile_tokens',
  'categories',
  'packages',
  'vouchers',
]
const OFFSET = 40_000

let server: Postgres
let database: OpenDatabase
let service: TestService
let person: Person
beforeAll(async () => {
  server = await startPostgres({ settings: { fsync: 'off' } })
  await migrate(server.url)
  database = await openDatabasePool(server.url, { size: 5 })
  const clock = { now: () => new Date(), set: () => undefined, advance: () => undefined }
  service = await startTestService({
    beside: { url: server.url, clock },
    overrides: { db: database.db },
  })
  const { db } = database
  await aPackage(db)
  person = await aUser(service)
  const owner = { userId: person.user.id, profileId: person.profileId }
  await insertTitles(db)
  await watchAll(db, owner)
  await commentOn(db, 'f1', owner)
  await accountOf(db, owner)
  await analyse(db)
}, 300_000)
afterAll(async () => {
  await service.stop()
  await database.close()
  await server.remove()
})

type Page = { offset?: number; after?: string | undefined }
type Reply = { items: readonly unknown[]; total: number; next?: string | undefined }
const removed = LONG.films / 100
const lists: Record<string, { total: number; read: (page: Page) => Promise<Reply> }> = {
  bookmarks: { total: ROWS - removed, read: query => person.api(listBookmarks, { query }) },
  'the history': {
    total: LONG.films - removed + LONG.series,
    read: query => person.api(listHistory, { query }),
  },
  'the episodes of the history': {
    total: LONG.series * LONG.episodes,
    read: query => person.api(listHistory, { query: { ...query, video_content_type: 'episode' } }),
  },
  'the films of the history': {
    total: LONG.films - removed,
    read: query =>
      person.api(listHistory, { query: { ...query, video_content_type: 'single_video' } }),
  },
  comments: {
    total: LONG.comments * 0.99,
    read: query => service.api(listComments, { params: { id: 'f1' }, query }),
  },
  payments: { total: 50_000, read: query => person.api(listTransactions, { query }) },
  subscriptions: { total: 50_000, read: query => person.api(listSubscriptions, { query }) },
  'support tickets': { total: 50_000, read: query => person.api(listSupportTickets, { query }) },
}

function expectBounded({ buffers, rows, scanned }: Plans): void {
  expect(scanned.filter(table => !SMALL_TABLES.includes(table))).toEqual([])
  expect(buffers).toBeLessThan(MOST_BUFFERS)
  expect(rows).toBeLessThan(MOST_ROWS)
}

describe.each(Object.keys(lists))('%s', name => {
  const { total, read } = lists[name] as (typeof lists)[string]

  test('the first page reads only its own rows, and the total is exact', async () => {
    const { buffers } = await plansOf(database.pool, () => read({}))
    expect(buffers).toBeLessThan(MOST_BUFFERS_AT_FIRST)
    const page = await read({})
    expect([page.items.length, page.total]).toEqual([24, total])
    expectBounded(await plansOf(database.pool, () => read({})))
  })

  test('a page far down reads only its own rows, by the key of the previous page', async () => {
    const offset = Math.min(OFFSET, total - 100)
    const { next } = await read({ offset })
    const after = await read({ after: next })
    expect(after.items).toHaveLength(24)
    expect(after.items).toEqual((await read({ offset: offset + 24 })).items)
    expectBounded(await plansOf(database.pool, () => read({ after: next })))
  })
})

test('continue watching reads only its own rows, and those of a hundred finished series', async () => {
  const read = (query: Page) => person.api(listContinueWatching, { query })
  const { items, next, total } = await read({})
  expect(items).toHaveLength(24)
  expect(total).toBeGreaterThan(LONG.films / 3)
  expectBounded(await plansOf(database.pool, () => read({})))
  expectBounded(await plansOf(database.pool, () => read({ after: next })))
})

test('the page of a title with 100,000 comments does not count them', async () => {
  const read = () => service.api(getContent, { params: { short_id: 'F000001' } })
  expect((await read()).comments_count).toBe(LONG.comments * 0.99)
  const { buffers } = await plansOf(database.pool, () =>
    service.api(getContent, { params: { short_id: 'F000002' } }),
  )
  const { buffers: long } = await plansOf(database.pool, read)
  expect(Math.abs(long - buffers)).toBeLessThan(100)
})
