/** Runs the SQL of docs/partitions.md on a migrated database with rows that change meanwhile. */
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { erasePerson } from '#src/service/operations/people/erase.ts'
import { enforceRetention } from '#src/service/operations/retention/run.ts'
import { savePosition } from '#src/service/watching/player/heartbeat.queries.ts'
import { recordView, removePosition } from '#src/service/watching/player/player.queries.ts'
import { EXPIRED_ROWS } from '#tests/support/expired-rows.ts'
import { aContent, aProfile, aUser } from '#tests/support/rows.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'
import {
  BLOCKS,
  definitionsOf,
  partitionBlocks,
  TABLES,
  wrongTotals,
} from '#tests/support/watch-tables.ts'

const DAY = 86_400_000
const PARTITIONS = 32

let service: TestService
let psql: pg.Client
let blocks: string[]
let before: string[]
const userIds: string[] = []
const profileIds: string[] = []
const films: string[] = []
const episodes: string[] = []
beforeAll(async () => {
  blocks = await partitionBlocks()
  service = await startTestService()
  psql = new pg.Client(service.databaseUrl)
  await psql.connect()
  const { db } = service.deps
  for (let count = 0; count < 20; count++) {
    const userId = await aUser(db)
    userIds.push(userId)
    for (const slot of [1, 2, 3]) profileIds.push(await aProfile(db, userId, slot, slot === 1))
  }
  for (let count = 0; count < 5; count++) films.push(await aContent(db))
  const seriesId = await aContent(db, { type: 'series' })
  const seasonId = await aContent(db, { type: 'season_of_series', seriesId, seasonNumber: 1 })
  for (let episodeNumber = 1; episodeNumber <= 5; episodeNumber++)
    episodes.push(await aContent(db, { type: 'episode', seriesId, seasonId, episodeNumber }))
  for (const profileId of profileIds)
    for (const id of [films[0], films[1], episodes[0], episodes[1]]) await watch(profileId, id, 10)
  before = await definitionsOf(psql, TABLES)
}, 180_000)
afterAll(async () => {
  await psql?.end()
  await service?.stop()
})

/** A heartbeat and a start of playback. */
async function watch(profileId = '', contentId = '', at = 0) {
  service.clock.advance({ seconds: 1 })
  const seriesId = episodes.includes(contentId) ? await seriesOf(contentId) : null
  await recordView(service.deps, profileId, contentId)
  return savePosition(service.deps, {
    profileId,
    contentId,
    seriesId,
    positionSeconds: at,
    durationSeconds: 100,
    finishedAt: null,
    updatedAt: service.deps.now(),
  })
}

async function seriesOf(id: string): Promise<string> {
  return (await one(`select series_id as value from contents where id = '${id}'`)) as string
}

const one = async (text: string) => (await psql.query<{ value: unknown }>(text)).rows[0]?.value
const { CREATE, COPY, COMPARE, CHANGE, ANALYSE, GIVE_UP } = BLOCKS
const run = (number: number) => psql.query(blocks[number - 1] ?? '')

test('the page has the blocks that are tested', () => {
  expect(blocks).toHaveLength(Object.keys(BLOCKS).length)
})

test('the first block can be reverted', async () => {
  await run(CREATE)
  await run(GIVE_UP)
  expect(await definitionsOf(psql, TABLES)).toEqual(before)
  expect(await one(`select to_regclass('watch_progress_0') as value`)).toBeNull()
})

test('rows are copied while users watch, and then the tables are swapped', async () => {
  const { deps } = service
  await run(CREATE)
  const [first = '', second = '', third = ''] = profileIds
  await watch(first, films[0], 20)
  await watch(second, films[2], 20)
  await removePosition(deps, third, films[1] ?? '')
  await psql.query('delete from profiles where id = $1', [profileIds.at(-1)])
  let isCopying = true
  const watching = (async () => {
    let beats = 0
    for (; isCopying || beats < 30; beats++)
      await watch(profileIds[beats % 50], [...films, ...episodes][beats % 10], 30 + beats)
    return beats
  })()
  // Many batches for few rows.
  await psql.query(blocks[COPY - 1]?.replace('limit 10000', 'limit 7') ?? '')
  isCopying = false
  expect(await watching).toBeGreaterThan(0)
  const rows = Number(await one('select count(*) as value from watch_progress'))
  expect(rows).toBeGreaterThan(230)
  expect(Number(await one('select count(*) as value from parts_of_progress'))).toBe(rows)
  const same = TABLES.map(of => ({ of, different: 0 }))
  expect((await run(COMPARE)).rows).toEqual(same)

  // It finds the differences, and a second copy continues with the missing rows.
  await psql.query('update parts_of_progress set position_seconds = 99 where profile_id = $1', [
    first,
  ])
  await psql.query('delete from parts_of_history where profile_id = $1', [first])
  for (const { different } of (await run(COMPARE)).rows) expect(different).toBeGreaterThan(2)
  await psql.query('delete from parts_of_progress where profile_id = $1', [first])
  await run(COPY)
  expect((await run(COMPARE)).rows).toEqual(same)

  await run(CHANGE)
  await run(ANALYSE)
  expect(await definitionsOf(psql, TABLES)).toEqual(before)
  expect(Number(await one('select count(*) as value from watch_progress'))).toBe(rows)
  for (const table of TABLES)
    expect(
      await one(
        `select count(*)::int as value from pg_inherits where inhparent = '${table}'::regclass`,
      ),
    ).toBe(PARTITIONS)
  expect(await one(`select to_regproc('copy_to_parts') as value`)).toBeNull()
  expect(await wrongTotals(psql)).toEqual([])
})

test('positions are saved and found only in the partition of their profile', async () => {
  const [profileId = ''] = profileIds
  expect(await watch(profileId, films[4], 40)).toBeNull()
  expect(await watch(profileId, films[4], 41)).toMatchObject({ position: 40 })
  const position = (contentId = 'x') =>
    `select position_seconds as value from watch_progress where profile_id = '${profileId}' and content_id = '${contentId}'`
  expect(await one(position(films[4]))).toBe(41)
  const { rows } = await psql.query(`explain ${position()}`)
  const plan = rows.map(row => row['QUERY PLAN']).join('\n')
  expect(new Set(plan.match(/watch_progress_\d+\b/g)).size).toBe(1)
})

test('viewings are counted, and a removed position and a removed series are deleted', async () => {
  const { deps } = service
  const [, profileId = ''] = profileIds
  expect(await recordView(deps, profileId, films[4] ?? '')).toBe(true)
  expect(await recordView(deps, profileId, films[4] ?? '')).toBe(false)
  service.clock.advance({ hours: 1 })
  expect(await recordView(deps, profileId, films[4] ?? '')).toBe(true)
  const plays = `select plays as value from watch_history where profile_id = '${profileId}' and content_id = '${films[4]}'`
  expect(await one(plays)).toBe(2)
  await watch(profileId, episodes[3], 5)
  const series = await seriesOf(episodes[3] ?? '')
  await removePosition(deps, profileId, series)
  const left = `select count(*)::int as value from watch_progress where profile_id = '${profileId}' and series_id = '${series}'`
  expect(await one(left)).toBe(0)
  await psql.query('delete from contents where id = $1', [films[1]])
  expect(
    await one(`select count(*)::int as value from watch_history where content_id = '${films[1]}'`),
  ).toBe(0)
  expect(await wrongTotals(psql)).toEqual([])
})

test('retention deletes rows after their time, and none of these', async () => {
  const counts = () =>
    Promise.all(TABLES.map(table => one(`select count(*)::int as value from ${table}`)))
  const had = await counts()
  await EXPIRED_ROWS['playback_leases.expires_at']?.(
    service.deps.db,
    new Date(Date.now() - 2 * DAY),
  )
  const { changed, isComplete } = await enforceRetention(service.deps, { pauseMs: 0 })
  expect(isComplete).toBe(true)
  expect(changed.find(({ task }) => task.name === 'playback_leases.expires_at')?.rows).toBe(1)
  expect(await counts()).toEqual(had)
})

test('an erasure leaves nothing of a user', async () => {
  const [id = ''] = userIds
  const msisdn = String(await one(`select msisdn as value from users where id = '${id}'`))
  const ofPerson = sql`profile_id in (select p.id from profiles p where p.user_id = ${id})`
  const profiles = (await psql.query('select id from profiles where user_id = $1', [id])).rows
  const { deleted } = await erasePerson(service.deps, { id, msisdn })
  for (const table of TABLES) {
    expect(deleted[table]).toBeGreaterThan(3)
    const text = `select count(*)::int as value from ${table} where profile_id in (${profiles.map(each => `'${each.id}'`)})`
    expect(await one(text)).toBe(0)
  }
  expect(
    (await service.deps.db.execute(sql`select from started_titles where ${ofPerson}`)).rows,
  ).toEqual([])
  expect(await wrongTotals(psql)).toEqual([])
})
