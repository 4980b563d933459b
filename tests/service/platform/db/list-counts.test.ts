/** Stored counts and newest rows are right after any mix of concurrent changes. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { aContent, aPayment, aProfile, aUser } from '#tests/support/rows.ts'
import { root } from '#tests/support/sources.ts'

let database: TestDatabase
let userId = ''
let profileIds: string[] = []
const films: string[] = []
const episodes: string[] = []
beforeAll(async () => {
  database = await testDatabase({ size: 16 })
  const { db } = database
  userId = await aUser(db)
  profileIds = [await aProfile(db, userId, 1, true), await aProfile(db, userId, 2)]
  for (let count = 0; count < 3; count++) films.push(await aContent(db))
  for (let count = 0; count < 2; count++) {
    const seriesId = await aContent(db, { type: 'series' })
    const seasonId = await aContent(db, { type: 'season_of_series', seriesId, seasonNumber: 1 })
    for (let episodeNumber = 1; episodeNumber <= 4; episodeNumber++)
      episodes.push(await aContent(db, { type: 'episode', seriesId, seasonId, episodeNumber }))
  }
})
afterAll(() => database.close())

const migrations = ['0015_newest_rows', '0016_list_totals']
  .map(tag => readFileSync(join(root, `src/service/platform/db/migrations/${tag}.sql`), 'utf8'))
  .join('\n')
/** The totals that triggers write. */
const TOTALS = `
  select profile_id, 'watched_films', count(*) from watched_titles where not is_series group by 1
  union all select profile_id, 'watched_series', count(*) from watched_titles where is_series group by 1
  union all select profile_id, 'unfinished', count(*) from started_titles where not is_finished group by 1`

/** The totals that the migrations write for existing rows, compared with those of the triggers. */
async function differences(table: string): Promise<unknown[]> {
  const insert = new RegExp(
    `INSERT INTO "${table}"[^()]*\\([^)]*\\)\\s*(SELECT[^;]*?)\\nON CONFLICT`,
    'g',
  )
  const selects = [...migrations.matchAll(insert)].map(([, select]) => `(${select})`)
  expect(selects).toHaveLength(table === 'list_counts' ? 7 : 1)
  const counted = [...selects, ...(table === 'list_counts' ? [TOTALS] : [])].join(' union all ')
  const { rows } = await database.pool.query(
    `with stored as (select * from ${table}), counted as (${counted})
     (table stored except table counted) union all (table counted except table stored)`,
  )
  return rows
}
async function expectRight(): Promise<void> {
  expect(await differences('watched_titles')).toEqual([])
  expect(await differences('started_titles')).toEqual([])
  const { rows } = await database.pool.query('select * from list_counts where total <= 0')
  expect(rows).toEqual([])
  expect(await differences('list_counts')).toEqual([])
}

const pick = <T>(from: readonly T[]): T => from[Math.floor(Math.random() * from.length)] as T
const titles = () => pick([...films, ...episodes])
const ago = () => new Date(Date.now() - Math.floor(Math.random() * 1e9))
const run = (text: string, ...values: unknown[]) => database.pool.query(text, values)

const CHANGES: Array<() => Promise<unknown>> = [
  () =>
    run(
      `insert into watch_history (profile_id, content_id, last_watched_at) values ($1, $2, $3)
       on conflict (profile_id, content_id) do update set last_watched_at = excluded.last_watched_at
       where watch_history.last_watched_at < excluded.last_watched_at`,
      pick(profileIds),
      titles(),
      ago(),
    ),
  () =>
    run(
      'delete from watch_history where profile_id = $1 and content_id = $2',
      pick(profileIds),
      titles(),
    ),
  () => {
    const id = titles()
    return run(
      `insert into watch_progress (profile_id, content_id, series_id, position_seconds, duration_seconds, finished_at, updated_at)
       values ($1, $2, (select series_id from contents where id = $2), 1, 2, $3, now())
       on conflict (profile_id, content_id) do update set finished_at = excluded.finished_at,
         updated_at = greatest(watch_progress.updated_at, excluded.updated_at)`,
      pick(profileIds),
      id,
      pick([null, new Date()]),
    )
  },
  () => {
    const id = titles()
    return run(
      `delete from watch_progress where profile_id = $1 and (content_id = $2
         or series_id in (select coalesce(series_id, id) from contents where id = $2))`,
      pick(profileIds),
      id,
    )
  },
  () =>
    run(
      'delete from watch_progress where profile_id = $1 and content_id = $2',
      pick(profileIds),
      titles(),
    ),
  () =>
    run(
      'insert into bookmarks (id, profile_id, content_id) values (gen_random_uuid(), $1, $2) on conflict do nothing',
      pick(profileIds),
      titles(),
    ),
  () =>
    run(
      'delete from bookmarks where profile_id = $1 and content_id = $2',
      pick(profileIds),
      titles(),
    ),
  () =>
    run(
      `insert into comments (id, content_id, user_id, text) values (gen_random_uuid(), $1, $2, 'a text')`,
      titles(),
      userId,
    ),
  () =>
    run(
      `update comments set hidden_at = case when hidden_at is null then now() end
       where id = (select id from comments order by random() limit 1)`,
    ),
  () =>
    run(
      `insert into comment_reports (comment_id, user_id)
       select id, $1 from comments order by random() limit 1 for key share on conflict do nothing`,
      userId,
    ),
  () => run('delete from comments where id = (select id from comments order by random() limit 1)'),
  () =>
    run(
      `insert into tickets (id, user_id, title, text) values (gen_random_uuid(), $1, 'a', 'a')`,
      userId,
    ),
  () => run('delete from tickets where id = (select id from tickets order by random() limit 1)'),
]

test('after 16 concurrent random changes of all lists, each count and newest row is right', {
  timeout: 60_000,
}, async () => {
  for (let round = 0; round < 5; round++) {
    await Promise.all(
      Array.from({ length: 16 }, async () => {
        for (let count = 0; count < 25; count++) await pick(CHANGES)()
      }),
    )
    await expectRight()
  }
})

test('many rows of one statement are counted, and a change that is rolled back is not', async () => {
  const { db } = database
  await aPayment(db, { userId })
  const rolledBack = db.transaction(async tx => {
    await tx.execute(sql`delete from bookmarks`)
    await tx.execute(sql`delete from watch_history`)
    await tx.execute(
      sql`insert into tickets (id, user_id, title, text) values ('t', ${userId}, 'a', 'a')`,
    )
    tx.rollback()
  })
  await expect(rolledBack).rejects.toThrow()
  await expectRight()
  await run(`insert into bookmarks (id, profile_id, content_id) select gen_random_uuid(), p.id, c.id
    from profiles p, contents c on conflict do nothing`)
  await run(`insert into watch_history (profile_id, content_id) select p.id, c.id
    from profiles p, contents c where c.type in ('single_video', 'episode') on conflict do nothing`)
  await expectRight()
})

test('the counts of a profile are deleted with it', async () => {
  const { db } = database
  const [other = ''] = profileIds.slice(1)
  await run(
    'insert into watch_history (profile_id, content_id) values ($1, $2) on conflict do nothing',
    other,
    films[0],
  )
  await db.execute(sql`delete from profiles where id = ${other}`)
  await expectRight()
  const { rows } = await db.execute(sql`select from list_counts where owner_id = ${other}`)
  expect(rows).toEqual([])
})
