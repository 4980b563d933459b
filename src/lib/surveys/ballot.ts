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

function usedVotes(ballot: Ballot): number {
  return Object.values(ballot).reduce((sum, count) => sum + count, 0)
}

export function remainingVotes(rules: Rules, ballot: Ballot): number {
  return Math.max(0, rules.votes_total - usedVotes(ballot))
}

/** Returns the limit that one more vote would exceed, or null. */
export function limitAgainstAdding(rules: Rules, ballot: Ballot, id: string): VoteLimit | null {
  if ((ballot[id] ?? 0) >= rules.votes_per_item) return { key: 'surveys.limit.perItem' }
  if (remainingVotes(rules, ballot) > 0 || rules.votes_total === 1) return null
  // The limits of votes and of participants coincide if each participant gets one vote: name the visible one.
  return rules.votes_per_item === 1
    ? { key: 'surveys.limit.maxParticipants' }
    : { key: 'surveys.limit.allUsed' }
}

/** Returns the limit that prevents submission, or null. */
export function limitAgainstSubmitting(rules: Rules, ballot: Ballot): VoteLimit | null {
  return Object.keys(ballot).length < rules.min_item
    ? { key: 'surveys.limit.minParticipants', count: rules.min_item }
    : null
}

/** Returns the ballot with one more vote. If only one vote is allowed, it moves. */
export function addVote(rules: Rules, ballot: Ballot, id: string): Ballot {
  return setVotes(rules.votes_total === 1 ? {} : ballot, id, 1)
}

export function setVotes(ballot: Ballot, id: string, by: 1 | -1): Ballot {
  const { [id]: before = 0, ...others } = ballot
  const count = before + by
  return count > 0 ? { ...others, [id]: count } : others
}

/** Returns a stored ballot without the votes that the survey no longer accepts. */
export function restoreBallot(text: string, survey: Survey): Ballot {
  let ballot: Ballot = {}
  try {
    const stored = JSON.parse(text || '{}') as Record<string, unknown>
    for (const { id } of survey.participants) {
      for (let vote = 0; vote < Number(stored[id] ?? 0); vote++) {
        if (limitAgainstAdding(survey, ballot, id)) break
        ballot = addVote(survey, ballot, id)
      }
    }
  } catch {
    return {}
  }
  return ballot
}

/** Sorts by share, the highest first; the sort is stable. */
export function sortByResult<T extends { result_percent: number | null }>(
  items: readonly T[],
): T[] {
  return items.toSorted((a, b) => (b.result_percent ?? 0) - (a.result_percent ?? 0))
}
