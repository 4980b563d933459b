import { and, asc, eq, lte, sql } from 'drizzle-orm'
import type { Language } from '#src/contract/fields.ts'
import type { Survey, SurveyState } from '#src/contract/surveys.ts'
import { toWire } from '#src/lib/text/tehran.ts'
import { picturesBase, toPicture } from '../../catalogue/titles/picture.ts'
import { translatedText } from '../../platform/db/localized.ts'
import type { Queryable } from '../../platform/db/open.ts'
import {
  surveyGroups,
  surveyParticipants,
  surveySubmissions,
  surveys,
  surveyVotes,
} from '../../platform/db/schema/surveys.ts'
import type { Deps } from '../../platform/deps.ts'
import { ApiError } from '../../platform/http/api-error.ts'

export type SurveyRow = typeof surveys.$inferSelect
type ParticipantRow = typeof surveyParticipants.$inferSelect

/** Finds a survey by the ref in its address or by its id. A survey that has not begun is not found. @throws ApiError not_found */
export async function requireSurvey(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  name: string,
): Promise<SurveyRow> {
  const [row] = await db
    .select()
    .from(surveys)
    .where(
      and(sql`(${surveys.ref} = ${name} or ${surveys.id} = ${name})`, lte(surveys.startsAt, now())),
    )
    .limit(1)
  if (!row) throw new ApiError('not_found')
  return row
}

export function hasSurveyEnded({ endsAt }: Pick<SurveyRow, 'endsAt'>, now: Date): boolean {
  return endsAt !== null && endsAt <= now
}

export function listParticipants(db: Queryable, surveyId: string): Promise<ParticipantRow[]> {
  return db
    .select()
    .from(surveyParticipants)
    .where(eq(surveyParticipants.surveyId, surveyId))
    .orderBy(asc(surveyParticipants.position), asc(surveyParticipants.id))
}

/** Returns the survey; the results are included only after it has ended. */
export async function surveyView(deps: Deps, row: SurveyRow, language: Language): Promise<Survey> {
  const isOver = hasSurveyEnded(row, deps.now())
  const [participants, results] = await Promise.all([
    listParticipants(deps.db, row.id),
    isOver ? computeResultPercents(deps.db, row.id) : null,
  ])
  const base = picturesBase(deps.env)
  return {
    id: row.id,
    ref: row.ref,
    title: translatedText(row, 'title', language),
    text: translatedText(row, 'text', language),
    status: isOver ? 'ended' : 'open',
    ends_at: row.endsAt ? toWire(row.endsAt) : null,
    votes_total: row.votesTotal,
    votes_per_item: row.votesPerItem,
    min_item: row.minItem,
    participants: participants.map(each => ({
      id: each.id,
      title: translatedText(each, 'title', language),
      subtitle: translatedText(each, 'subtitle', language) ?? null,
      image: toPicture(each.imagePath, each.imageColour, base),
      result_percent: results ? (results.get(each.id) ?? 0) : null,
    })),
  }
}

/** Returns the percent of all votes by participant, with one decimal. */
async function computeResultPercents(
  db: Queryable,
  surveyId: string,
): Promise<Map<string, number>> {
  const rows = await db
    .select({ id: surveyVotes.participantId, votes: sql<number>`sum(${surveyVotes.count})::int` })
    .from(surveyVotes)
    .where(eq(surveyVotes.surveyId, surveyId))
    .groupBy(surveyVotes.participantId)
  const total = rows.reduce((sum, { votes }) => sum + votes, 0)
  return new Map(rows.map(({ id, votes }) => [id, Math.round((1000 * votes) / total) / 10]))
}

export async function readSurveyState(
  db: Queryable,
  survey: SurveyRow,
  userId: string,
): Promise<SurveyState> {
  const rows = await db
    .select({ participant_id: surveyVotes.participantId, count: surveyVotes.count })
    .from(surveySubmissions)
    .innerJoin(surveyVotes, eq(surveyVotes.submissionId, surveySubmissions.id))
    .where(and(eq(surveySubmissions.surveyId, survey.id), eq(surveySubmissions.userId, userId)))
  const used = rows.reduce((sum, { count }) => sum + count, 0)
  return { is_submitted: rows.length > 0, remaining: survey.votesTotal - used, votes: rows }
}

/** Returns a group with its surveys that have begun, in order. @throws ApiError not_found */
export async function requireSurveyGroup({ db, now }: Deps, ref: string) {
  const [group] = await db.select().from(surveyGroups).where(eq(surveyGroups.ref, ref))
  if (!group) throw new ApiError('not_found')
  const rows = await db
    .select()
    .from(surveys)
    .where(and(eq(surveys.groupId, group.id), lte(surveys.startsAt, now())))
    .orderBy(asc(surveys.position), asc(surveys.id))
  return { group, surveys: rows }
}
