/** Stores a submission: within the limits, before the end, once per user. The database checks all three again at commit. */
import type { FieldError } from '#src/contract/envelope.ts'
import { inTransaction } from '../../platform/db/open.ts'
import { surveySubmissions, surveyVotes } from '../../platform/db/schema/surveys.ts'
import type { Deps } from '../../platform/deps.ts'
import { ApiError, invalidField } from '../../platform/http/api-error.ts'
import { newId } from '../../platform/ids.ts'
import { hasSurveyEnded, listParticipants, type SurveyRow } from './survey.queries.ts'

export type Vote = { participant_id: string; count: number }
type Rules = Pick<SurveyRow, 'votesTotal' | 'votesPerItem' | 'minItem'>

/** @throws ApiError gone, validation_error, vote_limit, already_voted */
export async function submitVotes(
  deps: Deps,
  survey: SurveyRow,
  userId: string,
  votes: readonly Vote[],
): Promise<void> {
  if (hasSurveyEnded(survey, deps.now())) throw new ApiError('gone')
  const known = new Set((await listParticipants(deps.db, survey.id)).map(({ id }) => id))
  const named = votes.map(({ participant_id }) => participant_id)
  if (new Set(named).size < named.length || named.some(id => !known.has(id)))
    throw invalidField('votes', 'validation.invalid')
  const limit = exceededLimit(survey, votes)
  if (limit) throw new ApiError('vote_limit', { errors: { votes: limit } })
  await write(deps, survey.id, userId, votes)
}

/** Returns the message of the limit that the votes exceed, or null. */
function exceededLimit(
  { votesTotal, votesPerItem, minItem }: Rules,
  votes: readonly Vote[],
): FieldError | null {
  const total = votes.reduce((sum, { count }) => sum + count, 0)
  if (votes.some(({ count }) => count > votesPerItem)) return 'surveys.limit.perItem'
  if (total > votesTotal) return 'surveys.limit.allUsed'
  return votes.length < minItem ? ['surveys.limit.minParticipants', { count: minItem }] : null
}

async function write(
  deps: Deps,
  surveyId: string,
  userId: string,
  votes: readonly Vote[],
): Promise<void> {
  const submissionId = newId()
  await inTransaction(deps.db, async tx => {
    const made = await tx
      .insert(surveySubmissions)
      .values({ id: submissionId, surveyId, userId, createdAt: deps.now() })
      .onConflictDoNothing({ target: [surveySubmissions.surveyId, surveySubmissions.userId] })
      .returning({ id: surveySubmissions.id })
    if (made.length === 0) throw new ApiError('already_voted')
    await tx.insert(surveyVotes).values(
      votes.map(({ participant_id: participantId, count }) => ({
        submissionId,
        surveyId,
        participantId,
        count,
      })),
    )
  })
}
