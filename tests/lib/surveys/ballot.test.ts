import { describe, expect, test } from 'vitest'
import type { Survey } from '#src/contract/surveys.ts'
import {
  type Ballot,
  byResult,
  limitOfAdding,
  limitOfSubmitting,
  remainingVotes,
  restoredBallot,
  withAddedVote,
  withVote,
} from '#src/lib/surveys/ballot.ts'

const rules = { votes_total: 5, votes_per_item: 3, min_item: 2 }
const survey = {
  ...rules,
  participants: ['a', 'b', 'c'].map(id => ({ id })),
} as unknown as Survey
const add = (ballot: Ballot, ...ids: string[]) =>
  ids.reduce((votes, id) => withVote(votes, id, 1), ballot)

describe('the four limit messages', () => {
  test('all votes used', () => {
    const ballot = add({}, 'a', 'a', 'a', 'b', 'b')
    expect(limitOfAdding(rules, ballot, 'c')).toEqual({ key: 'surveys.limit.allUsed' })
    expect(remainingVotes(rules, ballot)).toBe(0)
  })

  test('maximum per participant used', () => {
    expect(limitOfAdding(rules, add({}, 'a', 'a', 'a'), 'a')).toEqual({
      key: 'surveys.limit.perItem',
    })
    expect(limitOfAdding(rules, add({}, 'a', 'a', 'a'), 'b')).toBeNull()
  })

  test('maximum participants voted for, where each gets one vote', () => {
    const one = { votes_total: 2, votes_per_item: 1, min_item: 1 }
    expect(limitOfAdding(one, { a: 1, b: 1 }, 'c')).toEqual({
      key: 'surveys.limit.maxParticipants',
    })
  })

  test('minimum participants', () => {
    expect(limitOfSubmitting(rules, { a: 3 })).toEqual({
      key: 'surveys.limit.minParticipants',
      count: 2,
    })
    expect(limitOfSubmitting(rules, { a: 1, b: 1 })).toBeNull()
  })
})

test('a survey of one vote moves the vote', () => {
  const single = { votes_total: 1, votes_per_item: 1, min_item: 1 }
  expect(limitOfAdding(single, { a: 1 }, 'b')).toBeNull()
  expect(withAddedVote(single, { a: 1 }, 'b')).toEqual({ b: 1 })
  expect(withAddedVote(rules, { a: 1 }, 'b')).toEqual({ a: 1, b: 1 })
  expect(restoredBallot('{"a":1,"b":1}', { ...survey, ...single })).toEqual({ b: 1 })
})

test('a vote taken back leaves nothing of itself', () => {
  expect(withVote(add({}, 'a'), 'a', -1)).toEqual({})
  expect(withVote({}, 'a', -1)).toEqual({})
})

test('a kept ballot is cut to what the survey takes', () => {
  expect(restoredBallot('{"a":9,"b":9,"gone":2}', survey)).toEqual({ a: 3, b: 2 })
  for (const text of ['', 'null', '[]', '{', '{"a":"x","__proto__":3}'])
    expect(restoredBallot(text, survey)).toEqual({})
})

test('results stand from the highest share down', () => {
  const items = [{ result_percent: 10 }, { result_percent: 60 }, { result_percent: null }]
  expect(byResult(items).map(({ result_percent }) => result_percent)).toEqual([60, 10, null])
})
