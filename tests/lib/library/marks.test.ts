import { expect, test } from 'vitest'
import type { Marks } from '#src/contract/content.ts'
import { contentCalls } from '#src/contract/content.ts'
import { MARKS_MAX } from '#src/contract/limits.ts'
import { requestMarks } from '#src/lib/library/marks.ts'

const ID = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const ids = (count: number) => Array.from({ length: count }, (_, n) => ID(n))
const marks = (id: string) => [id, { current_time: 1 } as Marks] as const

function aService({ fails = [] as number[] } = {}) {
  const calls: string[][] = []
  const ask = async (asked: string[]) => {
    calls.push(asked)
    return fails.includes(calls.length) ? null : Object.fromEntries(asked.map(marks))
  }
  return { calls, ask }
}

test('each of 250 episodes gets its marks, in calls of a size that the service accepts', async () => {
  const { calls, ask } = aService()
  const items = await requestMarks(ids(250), ask)
  expect(Object.keys(items ?? {})).toEqual(ids(250))
  expect(calls.map(({ length }) => length)).toEqual([MARKS_MAX, MARKS_MAX, 50])
  const { body } = contentCalls.getConditionalProps
  for (const call of calls) expect(body.safeParse({ ids: call }).success).toBe(true)
})

test('a title that a page shows twice is requested once', async () => {
  const { calls, ask } = aService()
  await requestMarks([ID(1), ID(2), ID(1)], ask)
  expect(calls).toEqual([[ID(1), ID(2)]])
})

test('a failed call does not affect the marks of others; if all fail there are none', async () => {
  const some = await requestMarks(ids(150), aService({ fails: [1] }).ask)
  expect(Object.keys(some ?? {})).toHaveLength(50)
  expect(await requestMarks(ids(150), aService({ fails: [1, 2] }).ask)).toBeNull()
})

test('an empty list of titles makes no call', async () => {
  const { calls, ask } = aService()
  expect(await requestMarks([], ask)).toBeNull()
  expect(calls).toEqual([])
})
