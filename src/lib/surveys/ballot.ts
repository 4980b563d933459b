/** Votes before submission, and the four limits (spec §8). */
import type { Survey } from '#src/contract/surveys.ts'

type Rules = Pick<Survey, 'votes_total' | 'votes_per_item' | 'min_item'>
/** Votes by participant id; without entries for zero votes. */
export type Ballot = Readonly<Record<string, number>>

export type VoteLimit =
  | { key: 'surveys.limit.allUsed' }
  | { key: 'surveys.limit.perItem' }
  | { key: 'surveys.limit.maxParticipants' }
  | { key: 'surveys.limit.minParticipants'; count: number }

export function usedVotes(ballot: Ballot): number {
  return Object.values(ballot).reduce((sum, count) => sum + count, 0)
}

export function remainingVotes(rules: Rules, ballot: Ballot): number {
  return Math.max(0, rules.votes_total - usedVotes(ballot))
}

/** The limit that one more vote would exceed; null for none. */
export function limitOfAdding(rules: Rules, ballot: Ballot, id: string): VoteLimit | null {
  if ((ballot[id] ?? 0) >= rules.votes_per_item) return { key: 'surveys.limit.perItem' }
  if (remainingVotes(rules, ballot) > 0 || rules.votes_total === 1) return null
  // With one vote each, the limits of votes and of participants coincide: name the visible one.
  return rules.votes_per_item === 1
    ? { key: 'surveys.limit.maxParticipants' }
    : { key: 'surveys.limit.allUsed' }
}

/** The limit that prevents submission; null for none. */
export function limitOfSubmitting(rules: Rules, ballot: Ballot): VoteLimit | null {
  return Object.keys(ballot).length < rules.min_item
    ? { key: 'surveys.limit.minParticipants', count: rules.min_item }
    : null
}

/** One more vote. Where there is one vote in all, it moves. */
export function withAddedVote(rules: Rules, ballot: Ballot, id: string): Ballot {
  return withVote(rules.votes_total === 1 ? {} : ballot, id, 1)
}

export function withVote(ballot: Ballot, id: string, by: 1 | -1): Ballot {
  const { [id]: before = 0, ...others } = ballot
  const count = before + by
  return count > 0 ? { ...others, [id]: count } : others
}

/** A stored ballot, without votes that the survey no longer accepts. */
export function restoredBallot(text: string, survey: Survey): Ballot {
  let ballot: Ballot = {}
  try {
    const stored = JSON.parse(text || '{}') as Record<string, unknown>
    for (const { id } of survey.participants) {
      for (let vote = 0; vote < Number(stored[id] ?? 0); vote++) {
        if (limitOfAdding(survey, ballot, id)) break
        ballot = withAddedVote(survey, ballot, id)
      }
    }
  } catch {
    return {}
  }
  return ballot
}

/** The highest share first, stable. */
export function byResult<T extends { result_percent: number | null }>(items: readonly T[]): T[] {
  return items.toSorted((a, b) => (b.result_percent ?? 0) - (a.result_percent ?? 0))
}
