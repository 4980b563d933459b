import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { videoFiles } from '#src/service/platform/db/schema/catalogue.ts'
import { comments } from '#src/service/platform/db/schema/comments.ts'
import { votes } from '#src/service/platform/db/schema/library.ts'
import { newId } from '#src/service/platform/ids.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { aContent, aProfile, aUser, violatedConstraint } from '#tests/support/rows.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

describe('titles', () => {
  it('have the parents that their type requires', async () => {
    const seriesId = await aContent(database.db, { type: 'series' })
    const season = { type: 'season_of_series', seriesId, seasonNumber: 1 } as const
    const seasonId = await aContent(database.db, season)
    expect(await violatedConstraint(aContent(database.db, season))).toBe('contents_one_season')
    const episode = { type: 'episode', seriesId, seasonId, episodeNumber: 1 } as const
    await aContent(database.db, episode)
    expect(await violatedConstraint(aContent(database.db, episode))).toBe('contents_one_episode')
    expect(await violatedConstraint(aContent(database.db, { type: 'episode', seriesId }))).toBe(
      'contents_place',
    )
    expect(await violatedConstraint(aContent(database.db, { seriesId }))).toBe('contents_place')
  })

  it('have a ticket for sale exactly if they are marked so', async () => {
    const flags = ['content_has_ticket']
    expect(await violatedConstraint(aContent(database.db, { flags }))).toBe('contents_ticket')
    expect(
      await violatedConstraint(aContent(database.db, { ticketPrice: 1_000, ticketHours: 8 })),
    ).toBe('contents_ticket')
    expect(
      await violatedConstraint(
        aContent(database.db, { flags, ticketPrice: 1_000, ticketHours: 8 }),
      ),
    ).toBeNull()
  })

  it.each(['/etc/passwd', '../../secret', 'http://elsewhere', 'a\\b'])(
    'have their streams inside the media store, not at %s',
    async stream => {
      const contentId = await aContent(database.db)
      const file = database.db.insert(videoFiles).values({ id: newId(), contentId, stream })
      expect(await violatedConstraint(file)).toBe('video_files_stream_stays_inside')
    },
  )

  it('count the current votes, whoever changes or takes back one', async () => {
    const contentId = await aContent(database.db)
    const voters = await Promise.all(
      Array.from({ length: 4 }, async () =>
        aProfile(database.db, await aUser(database.db), 1, true),
      ),
    )
    await Promise.all(
      voters.map(profileId => database.db.insert(votes).values({ profileId, contentId, value: 1 })),
    )
    const { pool } = database
    await pool.query('update votes set value = -1 where profile_id = $1', [voters[0]])
    await pool.query('delete from votes where profile_id = $1', [voters[1]])
    const { rows } = await pool.query(
      'select likes, dislikes, rate_percentage from contents where id = $1',
      [contentId],
    )
    expect(rows).toEqual([{ likes: 2, dislikes: 1, rate_percentage: 67 }])
  })

  it('have comments of 3 to 1,000 visible characters', async () => {
    const [contentId, userId] = [await aContent(database.db), await aUser(database.db)]
    const comment = (text: string) =>
      violatedConstraint(
        database.db.insert(comments).values({ id: newId(), contentId, userId, text }),
      )
    expect(await comment('به')).toBe('comments_length')
    expect(await comment('عالی')).toBeNull()
    expect(await comment('آ'.repeat(1_000))).toBeNull()
    expect(await comment('آ'.repeat(1_001))).toBe('comments_length')
  })
})
