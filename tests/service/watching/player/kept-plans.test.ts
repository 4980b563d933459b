// PostgreSQL keeps the plan of a named statement if its values make no difference. Planning a join again at every call costs several
// times as much as running it.
import { eq } from 'drizzle-orm'
import type pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import {
  getConditionalProp,
  getConditionalProps,
  getContent,
} from '#src/contract/endpoints/content.ts'
import { listBookmarks, listContinueWatching } from '#src/contract/endpoints/library.ts'
import { getPlayback, heartbeat } from '#src/contract/endpoints/player.ts'
import { listProfiles } from '#src/contract/endpoints/profiles.ts'
import { getSelf } from '#src/contract/endpoints/session.ts'
import type { Database } from '#src/service/platform/db/open.ts'
import { enablePreparedStatements } from '#src/service/platform/db/prepared.ts'
import { videoFiles } from '#src/service/platform/db/schema/catalogue.ts'
import { contents } from '#src/service/platform/db/schema/contents.ts'
import { rateLimits } from '#src/service/platform/db/schema/http.ts'
import { aFilm, importRecords } from '#tests/support/imported-titles.ts'
import { aSubscriber } from '#tests/support/people.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
  await importRecords(service, [
    aFilm({ external_id: 'film', media: { stream: 'demo/landscape', credits_at: 54 } }),
  ])
})
afterAll(() => service.stop())

/** PostgreSQL plans a statement for its values five times before it considers a plan for any values. */
const PLANNED = 5
const CALLS = 30
/** The calls have two connections for themselves, so that each of them has most of the statements often. */
const HELD = 8

/** Ids of unknown titles: with the film they are as many as a row of a page asks for. */
const OTHERS = Array.from({ length: 23 }, (_, number) => `title-${number}`)

type Plans = { name: string; generic_plans: number; custom_plans: number }

test('the statements of the most frequent calls of a viewer are not planned at every call', async () => {
  const { db } = service.deps
  const pool = (db as Database & { $client: pg.Pool }).$client
  const held = await Promise.all(Array.from({ length: HELD }, () => pool.connect()))
  onTestFinished(() => {
    for (const client of held) client.release()
  })
  enablePreparedStatements({ db, pool })
  const { api } = await aSubscriber(service)
  const [file] = await db
    .select({ id: contents.id, shortId: contents.shortId, fileId: videoFiles.id })
    .from(videoFiles)
    .innerJoin(contents, eq(contents.id, videoFiles.contentId))
  if (!file) throw new Error('the film has no file')
  const { id, shortId, fileId } = file
  for (let call = 0; call < CALLS; call++) {
    await db.delete(rateLimits)
    const { lease_id } = await api(getPlayback, { params: { id, fileId, use: 'play' } })
    const body = { current_time: 20 + call, lease_id, ended: false }
    await api(heartbeat, { params: { id, fileId }, body })
    await api(getSelf)
    await api(listProfiles)
    await api(getContent, { params: { short_id: shortId } })
    await api(getConditionalProp, { params: { id } })
    await api(getConditionalProps, { body: { ids: [id, ...OTHERS] } })
    await api(listBookmarks, { query: {} })
    await api(listContinueWatching, { query: {} })
  }
  const plans = await plansOf(pool)
  const often = plans.filter(plan => plan.generic_plans + plan.custom_plans > PLANNED + 1)
  expect(often.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['session with a file to play', 'session with its user', 'heartbeat']),
  )
  expect(often.filter(plan => plan.generic_plans === 0)).toEqual([])
})

/** Returns the named statements of the connections that are not held. */
async function plansOf(pool: pg.Pool): Promise<Plans[]> {
  const clients = await Promise.all([pool.connect(), pool.connect()])
  try {
    const found = await Promise.all(
      clients.map(client =>
        client.query<Plans>(
          'select name, generic_plans::int, custom_plans::int from pg_prepared_statements order by name',
        ),
      ),
    )
    return found.flatMap(({ rows }) => rows)
  } finally {
    for (const client of clients) client.release()
  }
}
