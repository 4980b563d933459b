import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '#src/service/platform/db/open.ts'
import {
  surveyParticipants,
  surveySubmissions,
  surveys,
  surveyVotes,
} from '#src/service/platform/db/schema/surveys.ts'
import { newId } from '#src/service/platform/ids.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { aUser, violatedConstraint } from '#tests/support/rows.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

describe('surveys', () => {
  async function aSurvey() {
    const { db } = database
    const [id, ...items] = [newId(), newId(), newId(), newId()]
    const titles = { titleFa: 'نظر', titleEn: 'Poll' }
    const allowances = { votesTotal: 5, votesPerItem: 3, minItem: 2 }
    await db.insert(surveys).values({ id, ref: id, ...titles, ...allowances })
    await db
      .insert(surveyParticipants)
      .values(items.map(item => ({ id: item, surveyId: id, ...titles })))
    return { id, items }
  }

  async function submit(surveyId: string, userId: string, votes: [string, number][]) {
    return inTransaction(database.db, async tx => {
      const submissionId = newId()
      await tx.insert(surveySubmissions).values({ id: submissionId, surveyId, userId })
      await tx
        .insert(surveyVotes)
        .values(
          votes.map(([participantId, count]) => ({ submissionId, surveyId, participantId, count })),
        )
    })
  }

  it('accept one submission per user, of 32 concurrent ones', async () => {
    const { id, items } = await aSurvey()
    const userId = await aUser(database.db)
    const votes: [string, number][] = [
      [items[0]!, 3],
      [items[1]!, 2],
    ]
    const errors = await Promise.all(
      Array.from({ length: 32 }, () => violatedConstraint(submit(id, userId, votes))),
    )
    expect(errors.filter(error => error === null)).toHaveLength(1)
  })

  it('refuse votes above the limit, too few votes, and votes for another survey', async () => {
    const [{ id, items }, other] = [await aSurvey(), await aSurvey()]
    const [a, b, c] = items as [string, string, string]
    const rejection = async (votes: [string, number][]) =>
      violatedConstraint(submit(id, await aUser(database.db), votes))
    expect(
      await rejection([
        [a, 3],
        [b, 3],
      ]),
    ).toBe('survey_votes_allowed')
    expect(
      await rejection([
        [a, 4],
        [b, 1],
      ]),
    ).toBe('survey_votes_allowed')
    expect(await rejection([[a, 1]])).toBe('survey_votes_allowed')
    expect(
      await rejection([
        [a, 1],
        [other.items[0]!, 1],
      ]),
    ).toBe('survey_votes_participant')
    expect(
      await rejection([
        [a, 2],
        [b, 2],
        [c, 1],
      ]),
    ).toBeNull()
  })
})
