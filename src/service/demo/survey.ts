// Two surveys among the artists of the demo: one that is open, and one that has ended, with the votes of its accounts.
import { asc, eq, inArray } from 'drizzle-orm'
import { inTransaction } from '../db/open.ts'
import { users } from '../db/schema/session.ts'
import { surveySubmissions, surveys, surveyVotes } from '../db/schema/surveys.ts'
import type { Deps } from '../deps.ts'
import { newId } from '../ids.ts'
import { participantsOf } from '../surveys/survey.queries.ts'
import { createSurvey, SurveyFile } from '../surveys/survey-file.ts'
import { accounts } from './accounts.ts'
import { artistDrafts } from './artists.ts'

const DAY_MS = 86_400_000
const group = {
  ref: 'festival',
  title: { fa: 'جشن تماشاگران پرده', en: 'The Pardeh Viewers’ Prize' },
}
const open = {
  ref: 'faces-of-the-year',
  group,
  title: { fa: 'چهره‌ی سال پرده', en: 'Face of the Year' },
  text: {
    fa: 'بازیگری را که امسال بیشتر از همه دوست داشتید برگزینید؛ برنده را شما می‌سازید.',
    en: 'Choose the actors you loved most this year; the winner is made by you.',
  },
  votes_total: 10,
  votes_per_item: 4,
  min_item: 3,
  participants: people(29, 12, { fa: 'بازیگر', en: 'Actor' }),
}
const ended = {
  ref: 'directors-of-last-year',
  group,
  position: 1,
  title: { fa: 'کارگردان سال گذشته', en: 'Director of Last Year' },
  text: { fa: 'سپاس از همه‌ی آن‌ها که رأی دادند.', en: 'Thank you to everyone who voted.' },
  votes_total: 3,
  votes_per_item: 2,
  min_item: 2,
  participants: people(0, 6, { fa: 'کارگردان', en: 'Director' }),
}
/** Of the ended one: who got two votes and who one, by place, from each account. */
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
  const files = [
    { ...open, starts_at: inDays(-3), ends_at: inDays(25) },
    { ...ended, starts_at: inDays(-60), ends_at: inDays(-30) },
  ]
  for (const file of files) await createSurvey(deps, SurveyFile.parse(file))
  await seedBallots(deps)
}

async function seedBallots({ db }: Deps): Promise<void> {
  const [survey] = await db.select().from(surveys).where(eq(surveys.ref, ended.ref))
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
      const votes = ballot.flatMap((place, rank) => {
        const participantId = participants[place]?.id
        return participantId
          ? [{ submissionId, surveyId: survey.id, participantId, count: 2 - rank }]
          : []
      })
      await tx.insert(surveyVotes).values(votes)
    }
  })
}

function people(from: number, count: number, subtitle: { fa: string; en: string }) {
  return artistDrafts.slice(from, from + count).map(({ id, name: [fa, en] }) => ({
    title: { fa, en },
    subtitle,
    artist: id,
  }))
}
