import { describe, expect, test } from 'vitest'
import type { Survey } from '#src/contract/surveys.ts'
import {
  addVote,
  type Ballot,
  limitAgainstAdding,
  limitAgainstSubmitting,
  remainingVotes,
  restoreBallot,
  setVotes,
  sortByResult,
} from '#src/lib/surveys/ballot.ts'

const rules = { votes_total: 5, votes_per_item: 3, min_item: 2 }
const survey = {
  ...rules,
  participants: ['a', 'b', 'c'].map(id => ({ id })),
} as unknown as Survey
const add = (ballot: Ballot, ...ids: string[]) =>
  ids.reduce((votes, id) => setVotes(votes, id, 1), ballot)

describe('the four limit messages', () => {
  test('all votes are used', () => {
    const ballot = add({}, 'a', 'a', 'a', 'b', 'b')
    expect(limitAgainstAdding(rules, ballot, 'c')).toEqual({ key: 'surveys.limit.allUsed' })
    expect(remainingVotes(rules, ballot)).toBe(0)
  })

  test('the maximum per participant is reached', () => {
    expect(limitAgainstAdding(rules, add({}, 'a', 'a', 'a'), 'a')).toEqual({
      key: 'surveys.limit.perItem',
    })
    expect(limitAgainstAdding(rules, add({}, 'a', 'a', 'a'), 'b')).toBeNull()
  })

  test('the maximum number of participants is reached, with one vote each', () => {
    const one = { votes_total: 2, votes_per_item: 1, min_item: 1 }
    expect(limitAgainstAdding(one, { a: 1, b: 1 }, 'c')).toEqual({
      key: 'surveys.limit.maxParticipants',
    })
  })

  test('the minimum number of participants is not reached', () => {
    expect(limitAgainstSubmitting(rules, { a: 3 })).toEqual({
      key: 'surveys.limit.minParticipants',
      count: 2,
    })
    expect(limitAgainstSubmitting(rules, { a: 1, b: 1 })).toBeNull()
  })
})

test('a survey with one vote moves the vote', () => {
  const single = { votes_total: 1, votes_per_item: 1, min_item: 1 }
  expect(limitAgainstAdding(single, { a: 1 }, 'b')).toBeNull()
  expect(addVote(single, { a: 1 }, 'b')).toEqual({ b: 1 })
  expect(addVote(rules, { a: 1 }, 'b')).toEqual({ a: 1, b: 1 })
  expect(restoreBallot('{"a":1,"b":1}', { ...survey, ...single })).toEqual({ b: 1 })
})

test('a vote that is taken back leaves no trace', () => {
  expect(setVotes(add({}, 'a'), 'a', -1)).toEqual({})
  expect(setVotes({}, 'a', -1)).toEqual({})
})

test('a saved ballot is reduced to what the survey allows', () => {
  expect(restoreBallot('{"a":9,"b":9,"gone":2}', survey)).toEqual({ a: 3, b: 2 })
  for (const text of ['', 'null', '[]', '{', '{"a":"x","__proto__":3}'])
    expect(restoreBallot(text, survey)).toEqual({})
})

test('results are sorted by share, highest first', () => {
  const items = [{ result_percent: 10 }, { result_percent: 60 }, { result_percent: null }]
  expect(sortByResult(items).map(({ result_percent }) => result_percent)).toEqual([60, 10, null])
})
