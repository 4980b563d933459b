/** Titles from before the triggers, whose column says that they have a video, are written by a migration of its own. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { asc, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { videoFiles } from '#src/service/platform/db/schema/catalogue.ts'
import { contents } from '#src/service/platform/db/schema/contents.ts'
import { newId } from '#src/service/platform/ids.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { aContent } from '#tests/support/rows.ts'
import { root } from '#tests/support/sources.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
const FILE = 'src/service/platform/db/migrations/0052_titles_without_video.sql'

test('the migration writes the titles without a video, and leaves films, series and episodes that have one', async () => {
  const { db } = database
  const series = await aContent(db, { externalId: 'series', type: 'series' })
  const season = await aContent(db, {
    externalId: 'season',
    type: 'season_of_series',
    seriesId: series,
    seasonNumber: 1,
  })
  const episode = await aContent(db, {
    externalId: 'episode',
    type: 'episode',
    seriesId: series,
    seasonId: season,
    episodeNumber: 1,
  })
  const film = await aContent(db, { externalId: 'film' })
  const announced = await aContent(db, { externalId: 'announced' })
  for (const [contentId, kind] of [
    [episode, 'primary'],
    [film, 'primary'],
    [announced, 'trailer'],
  ] as const)
    await db.insert(videoFiles).values({ id: newId(), contentId, kind, stream: `x/${contentId}` })
  const read = async () => {
    const rows = await db
      .select({ name: contents.externalId, hasVideo: contents.hasVideo })
      .from(contents)
      .orderBy(asc(contents.externalId))
    return Object.fromEntries(rows.map(({ name, hasVideo }) => [name, hasVideo]))
  }
  const expected = { announced: false, episode: true, film: true, season: false, series: true }
  expect(await read()).toEqual(expected)
  await db.update(contents).set({ hasVideo: true })
  const statements = readFileSync(join(root, FILE), 'utf8').split('--> statement-breakpoint')
  await db.transaction(async tx => {
    for (const statement of statements) await tx.execute(sql.raw(statement))
  })
  expect(await read()).toEqual(expected)
})
