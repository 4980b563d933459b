import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLimits, type Limits } from '#src/service/platform/http/rate-limits.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'

let database: TestDatabase
let limits: Limits
beforeAll(async () => {
  database = await testDatabase()
  limits = createLimits(database.pool, null)
})
afterAll(() => database.close())

const rule = { points: 5, seconds: 60 }
const isThrough = (work: Promise<void>) =>
  work.then(
    () => true,
    () => false,
  )

test.each(['secure', 'volume'] as const)('%s counts all addresses of a /64 as one', async kind => {
  const tries = Array.from({ length: 26 }, (_, n) => `2001:db8:7:7::${n.toString(16)}`)
  const results = await Promise.all(
    tries.map(address => isThrough(limits[kind]('t', address, rule))),
  )
  expect(results.filter(Boolean)).toHaveLength(5)
  expect(await isThrough(limits[kind]('t', '2001:db8:7:8::1', rule))).toBe(true)
})

test('of 64 concurrent requests five are admitted, and rejected ones are not counted', async () => {
  const all = await Promise.all(Array.from({ length: 64 }, () => limits.take('take', 'who', rule)))
  expect(all.filter(({ isTaken }) => isTaken)).toHaveLength(5)
  expect(await limits.taken('take', 'who')).toBe(5)
  const rejected = all.find(({ isTaken }) => !isTaken)
  expect(rejected?.wait).toBeGreaterThan(0)
})

test('limits taken in turn end with the first exhausted one, also under 64 concurrent requests', async () => {
  const turn = ['first', 'second', 'third'].map((key, index) => ({
    name: 'turn',
    key,
    rule: { points: [20, 5, 9][index] ?? 0, seconds: 60 },
  }))
  const all = await Promise.all(Array.from({ length: 64 }, () => limits.takeInTurn(turn)))
  const taken = (results: (typeof all)[number]) => results.map(({ isTaken }) => isTaken).join()
  const outcomes = Map.groupBy(all, taken)
  expect(outcomes.get('true,true,true')).toHaveLength(5)
  expect(outcomes.get('true,false')).toHaveLength(15)
  expect(outcomes.get('false')).toHaveLength(44)
  expect(outcomes.get('false')?.[0]?.[0]?.wait).toBeGreaterThan(0)
  for (const [key, points] of Object.entries({ first: 20, second: 5, third: 5 }))
    expect(await limits.taken('turn', key)).toBe(points)
})

test('a returned slot can be taken again, as many times', async () => {
  for (let n = 0; n < 5; n++) await limits.take('back', 'who', rule)
  await Promise.all([limits.giveBack('back', 'who'), limits.giveBack('back', 'who')])
  const all = await Promise.all(Array.from({ length: 16 }, () => limits.take('back', 'who', rule)))
  expect(all.filter(({ isTaken }) => isTaken)).toHaveLength(2)
  for (let n = 0; n < 9; n++) await limits.giveBack('back', 'who')
  expect(await limits.taken('back', 'who')).toBe(0)
})

test('a window that has ended begins again', async () => {
  const short = { points: 1, seconds: 600 }
  expect((await limits.take('short', 'who', short)).isTaken).toBe(true)
  expect((await limits.take('short', 'who', short)).isTaken).toBe(false)
  await database.pool.query(
    `update rate_limits set expire = expire - 600000 where key like 'short%'`,
  )
  expect((await limits.take('short', 'who', short)).isTaken).toBe(true)
})
