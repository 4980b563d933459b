/** How a survey stands or ended, for the team: votes of each participant, the most first. */
import { eq, or, sql } from 'drizzle-orm'
import type { Language } from '#src/contract/languages.ts'
import { localizedOf } from '../db/localized.ts'
import { surveySubmissions, surveys, surveyVotes } from '../db/schema/surveys.ts'
import type { Deps } from '../deps.ts'
import { participantsOf } from './survey.queries.ts'

export type SurveyResults = {
  ref: string
  voters: number
  votes: number
  participants: {
    /** From 1, as on the page. */
    position: number
    titles: Record<Language, string | null>
    votes: number
    /** Of all votes, to one decimal. */
    percent: number
  }[]
}

/** By its ref or id, also before it begins; null where there is none. */
export async function surveyResults(
  { db }: Pick<Deps, 'db'>,
  name: string,
): Promise<SurveyResults | null> {
  const [survey] = await db
    .select({ id: surveys.id, ref: surveys.ref })
    .from(surveys)
    .where(or(eq(surveys.ref, name), eq(surveys.id, name)))
  if (!survey) return null
  const [participants, counts, voters] = await Promise.all([
    participantsOf(db, survey.id),
    db
      .select({ id: surveyVotes.participantId, votes: sql<number>`sum(${surveyVotes.count})::int` })
      .from(surveyVotes)
      .where(eq(surveyVotes.surveyId, survey.id))
      .groupBy(surveyVotes.participantId),
    db.$count(surveySubmissions, eq(surveySubmissions.surveyId, survey.id)),
  ])
  const votesOf = new Map(counts.map(({ id, votes }) => [id, votes]))
  const total = counts.reduce((sum, { votes }) => sum + votes, 0)
  return {
    ref: survey.ref,
    voters,
    votes: total,
    participants: participants
      .map((participant, at) => {
        const votes = votesOf.get(participant.id) ?? 0
        const percent = total > 0 ? Math.round((1_000 * votes) / total) / 10 : 0
        return { position: at + 1, titles: localizedOf(participant, 'title'), votes, percent }
      })
      .sort((a, b) => b.votes - a.votes || a.position - b.position),
  }
}
