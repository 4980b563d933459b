// Two surveys among the artists of the demo: one is open, one has ended and holds votes of the demo's accounts.
import { asc, eq, inArray } from 'drizzle-orm'
import { inTransaction } from '../db/open.ts'
import { surveySubmissions, surveys, surveyVotes } from '../db/schema/surveys.ts'
import { users } from '../db/schema/users.ts'
import type { Deps } from '../deps.ts'
import { newId } from '../ids.ts'
import { participantsOf } from '../surveys/survey.queries.ts'
import { createSurvey, SurveyFile } from '../surveys/survey-file.ts'
import { accounts } from './accounts.ts'
import { readDemoJson } from './catalogue.ts'

const DAY_MS = 86_400_000
/** When each starts and ends, in days from now. */
const SURVEYS = [
  { file: 'surveys/faces-of-the-year.json', from: -3, to: 25 },
  { file: 'surveys/directors-of-last-year.json', from: -60, to: -30 },
] as const
const ENDED_REF = 'directors-of-last-year'
/** Votes in the ended survey: each account gives two to the first participant and one to the second, by position. */
const BALLOTS = [
  [0, 1],
  [2, 0],
  [0, 4],
  [1, 0],
  [2, 5],
  [0, 2],
  [3, 0],
] as const

export async function seedSurveys(deps: Deps): Promise<void> {
  const now = deps.now().getTime()
  const inDays = (days: number) => new Date(now + days * DAY_MS).toISOString()
  for (const { file, from, to } of SURVEYS) {
    const survey = { ...(await readDemoJson(file)), starts_at: inDays(from), ends_at: inDays(to) }
    await createSurvey(deps, SurveyFile.parse(survey))
  }
  await seedBallots(deps)
}

async function seedBallots({ db }: Deps): Promise<void> {
  const [survey] = await db.select().from(surveys).where(eq(surveys.ref, ENDED_REF))
  if (!survey) return
  const participants = await participantsOf(db, survey.id)
  const numbers = accounts.map(({ msisdn }) => msisdn)
  const voters = await db
    .select({ id: users.id })
    .from(users)
    .where(inArray(users.msisdn, numbers))
    .orderBy(asc(users.msisdn))
  await inTransaction(db, async tx => {
    for (const [index, voter] of voters.entries()) {
      const ballot = BALLOTS[index % BALLOTS.length] ?? []
      const submissionId = newId()
      const [made] = await tx
        .insert(surveySubmissions)
        .values({ id: submissionId, surveyId: survey.id, userId: voter.id })
        .onConflictDoNothing()
        .returning({ id: surveySubmissions.id })
      if (!made) continue
      const votes = ballot.flatMap((index, rank) => {
        const participantId = participants[index]?.id
        return participantId
          ? [{ submissionId, surveyId: survey.id, participantId, count: 2 - rank }]
          : []
      })
      await tx.insert(surveyVotes).values(votes)
    }
  })
}
