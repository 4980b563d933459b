/** Computes the results of a survey for the team: the votes for each participant, most votes first. */
import { eq, or, sql } from 'drizzle-orm'
import type { Language } from '#src/contract/languages.ts'
import { translationsOf } from '../../platform/db/localized.ts'
import { surveySubmissions, surveys, surveyVotes } from '../../platform/db/schema/surveys.ts'
import type { Deps } from '../../platform/deps.ts'
import { listParticipants } from './survey.queries.ts'

export type SurveyResults = {
  ref: string
  voters: number
  votes: number
  participants: {
    /** Position on the page, from 1. */
    position: number
    titles: Record<Language, string | null>
    votes: number
    /** Percent of all votes, with one decimal. */
    percent: number
  }[]
}

/** Finds the survey by ref or id, also before it begins. Returns null if there is none. */
export async function readSurveyResults(
  { db }: Pick<Deps, 'db'>,
  name: string,
): Promise<SurveyResults | null> {
  const [survey] = await db
    .select({ id: surveys.id, ref: surveys.ref })
    .from(surveys)
    .where(or(eq(surveys.ref, name), eq(surveys.id, name)))
  if (!survey) return null
  const [participants, counts, voters] = await Promise.all([
    listParticipants(db, survey.id),
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
        return { position: at + 1, titles: translationsOf(participant, 'title'), votes, percent }
      })
      .sort((a, b) => b.votes - a.votes || a.position - b.position),
  }
}
