// Building the SQL of a query costs several times as much as sending it, so frequent calls build theirs once. Each statement costs a
// message to the database, so frequent calls send few.
import { PgDialect } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { getPackagesPage, listTransactions } from '#src/contract/endpoints/checkout.ts'
import {
  getConditionalProp,
  getConditionalProps,
  getContent,
  listComments,
  listContents,
} from '#src/contract/endpoints/content.ts'
import { listBookmarks, listContinueWatching } from '#src/contract/endpoints/library.ts'
import { getGlobalData, getHomePage } from '#src/contract/endpoints/pages.ts'
import { getPlayback, heartbeat } from '#src/contract/endpoints/player.ts'
import { listProfiles } from '#src/contract/endpoints/profiles.ts'
import { search } from '#src/contract/endpoints/search.ts'
import { getSelf, listSessions, sendOtp } from '#src/contract/endpoints/session.ts'
import type { Api } from '#src/lib/api/client.ts'
import type { Database } from '#src/service/platform/db/open.ts'
import { aMsisdn, aSubscriber, type Person } from '#tests/support/people.ts'
import { fileOf, startWithFilms } from '#tests/support/receivers.ts'
import type { TestService } from '#tests/support/service.ts'

let service: TestService
let person: Person
let title: { id: string; fileId: string; shortId: string }

beforeAll(async () => {
  service = await startWithFilms()
  person = await aSubscriber(service)
  const { items } = await service.api(listContents)
  title = { ...(await fileOf(service, 'film')), shortId: items[0]?.short_id ?? '' }
})
afterAll(() => service.stop())

const CALLS: [name: string, call: (api: Api) => Promise<unknown>][] = [
  ['home page', api => api(getHomePage)],
  ['data of all pages', api => api(getGlobalData)],
  ['title', api => api(getContent, { params: { short_id: title.shortId } })],
  ['comments', api => api(listComments, { params: { id: title.id } })],
  ['search', api => api(search, { query: { query: 'باران' } })],
  ['marks of cards', api => api(getConditionalProps, { body: { ids: [title.id] } })],
  ['user', api => api(getSelf)],
  ['profiles', api => api(listProfiles)],
  ['bookmarks', api => api(listBookmarks)],
  ['continue watching', api => api(listContinueWatching)],
  ['packages', api => api(getPackagesPage)],
  ['payments', api => api(listTransactions)],
  ['devices', api => api(listSessions)],
  ['heartbeat', play],
  ['code by SMS', api => api(sendOtp, { params: { msisdn: aMsisdn() } })],
]

async function play(api: Api): Promise<void> {
  const { id, fileId } = title
  const { lease_id } = await api(getPlayback, { params: { id, fileId, use: 'play' } })
  const body = { current_time: 10, lease_id: lease_id ?? '' }
  await api(heartbeat, { params: { id, fileId }, body })
  await api(heartbeat, { params: { id, fileId }, body })
}

/** Searches of earlier calls are recorded many at once, some time later, and views of titles too. */
function isOfCall(text: string): boolean {
  return !/^\s*insert into "?(?:search_queries|content_watch_days)\b/.test(text)
}

test.each(CALLS)('%s', async (_, call) => {
  await call(person.api)
  await call(person.api)
  const build = vi.spyOn(PgDialect.prototype, 'sqlToQuery')
  try {
    await call(person.api)
    const built = build.mock.results.map(({ value }) => (value as { sql: string }).sql)
    expect(built.filter(isOfCall)).toEqual([])
  } finally {
    build.mockRestore()
  }
})

/** Statements of one call, that of its session among them. */
const STATEMENTS: [number, name: string, call: (api: Api) => Promise<unknown>][] = [
  [1, 'user', api => api(getSelf)],
  [1, 'profiles', api => api(listProfiles)],
  [2, 'bookmarks', api => api(listBookmarks)],
  [3, 'marks of cards', api => api(getConditionalProps, { body: { ids: [title.id] } })],
  [3, 'marks of a title', api => api(getConditionalProp, { params: { id: title.id } })],
  [3, 'start of a film', startPlaying],
  [5, 'code by SMS', api => api(sendOtp, { params: { msisdn: aMsisdn() } })],
]

function startPlaying(api: Api): Promise<unknown> {
  const { id, fileId } = title
  return api(getPlayback, { params: { id, fileId, use: 'play' } })
}

test.each(STATEMENTS)('%d statements: %s', async (count, _, call) => {
  await call(person.api)
  const pool = (service.deps.db as Database & { $client: pg.Pool }).$client
  const send = vi.spyOn(pool, 'query')
  try {
    await call(person.api)
    const sent = send.mock.calls.map(([query]) => textOf(query))
    expect(sent.filter(isOfCall)).toHaveLength(count)
  } finally {
    send.mockRestore()
  }
})

function textOf(query: unknown): string {
  return typeof query === 'string' ? query : (query as { text: string }).text
}
