/** Heartbeats of two devices may overtake each other; the episode that was watched last stays the one to continue. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { savePosition } from '#src/service/watching/player/heartbeat.queries.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { aContent, aProfile, aUser } from '#tests/support/rows.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

test('a heartbeat that arrives late does not make its episode older than it was', async () => {
  const { db, pool } = database
  const profileId = await aProfile(db, await aUser(db), 1, true)
  const seriesId = await aContent(db, { type: 'series' })
  const seasonId = await aContent(db, { type: 'season_of_series', seriesId, seasonNumber: 1 })
  const episode = (episodeNumber: number) =>
    aContent(db, { type: 'episode', seriesId, seasonId, episodeNumber })
  const [first, second] = [await episode(1), await episode(2)]
  const heartbeat = (contentId: string, second: number) =>
    savePosition(database, {
      profileId,
      contentId,
      seriesId,
      positionSeconds: second,
      durationSeconds: 100,
      updatedAt: new Date(Date.UTC(2026, 2, 21, 9, 30, second)),
    })
  await heartbeat(second, 20)
  await heartbeat(first, 30)
  await heartbeat(first, 10)
  const { rows } = await pool.query(
    'select content_id, updated_at from started_titles where profile_id = $1',
    [profileId],
  )
  expect(rows).toEqual([
    { content_id: first, updated_at: new Date(Date.UTC(2026, 2, 21, 9, 30, 30)) },
  ])
})
