// Two surveys among the artists of the demo: an open one, and a closed one with votes of the demo accounts.
import { asc, eq, inArray } from 'drizzle-orm'
import { DAY_MS } from '#src/lib/text/milliseconds.ts'
import { listParticipants } from '../../community/surveys/survey.queries.ts'
import { createSurvey, SurveyFile } from '../../community/surveys/survey-file.ts'
import { inTransaction } from '../../platform/db/open.ts'
import { surveySubmissions, surveys, surveyVotes } from '../../platform/db/schema/surveys.ts'
import { users } from '../../platform/db/schema/users.ts'
import type { Deps } from '../../platform/deps.ts'
import { newId } from '../../platform/ids.ts'
import { DEMO_ACCOUNTS } from './accounts.ts'
import { readDemoJson } from './catalogue.ts'

/** Start and end of each survey, in days from now. */
const SURVEYS = [
  { file: 'surveys/faces-of-the-year.json', from: -3, to: 25 },
  { file: 'surveys/directors-of-last-year.json', from: -60, to: -30 },
] as const
const ENDED_REF = 'directors-of-last-year'
/** Ballots in the closed survey: two votes for the first participant and one for the second, by position. */
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
  const participants = await listParticipants(db, survey.id)
  const numbers = DEMO_ACCOUNTS.map(({ msisdn }) => msisdn)
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
