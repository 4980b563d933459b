import type { Pool } from 'pg'
import { Registry } from 'prom-client'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import {
  type ClockOptions,
  type DatabaseClock,
  databaseNow,
  registerClockGauge,
  startDatabaseClock,
} from '#src/service/platform/db/clock.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'

const DAY = 86_400_000
const MINUTE = 60_000
let database: TestDatabase
let lines: Array<{ event?: string; seconds?: number }> = []
const clocks: DatabaseClock[] = []
beforeAll(async () => {
  database = await testDatabase({ size: 2 })
})
afterEach(() => {
  vi.useRealTimers()
  lines = []
  for (const clock of clocks.splice(0)) clock.stop()
})
afterAll(() => database.close())

const keep = (fields: object) => void lines.push(fields)
const log = { info: keep, warn: keep, error: keep }

async function aClock(
  options: Partial<ClockOptions> = {},
  pool: Pick<Pool, 'connect'> = database.pool,
) {
  const clock = await startDatabaseClock(pool, { log, ...options })
  clocks.push(clock)
  return clock
}

/** A database whose queries each take this many milliseconds of an otherwise stopped clock. */
function farAway(there: number, back: number): Pick<Pool, 'connect'> {
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setInterval', 'clearInterval'] })
  const query = async () => {
    vi.advanceTimersByTime(there)
    const rows = [{ ms: Date.now() }]
    vi.advanceTimersByTime(back)
    return { rows }
  }
  return { connect: async () => ({ query, release() {} }) } as unknown as Pick<Pool, 'connect'>
}

test.each([6, -42, 0])(
  'a node whose clock is %s days ahead uses the database’s time',
  async days => {
    const clock = await aClock({ systemNow: () => Date.now() + days * DAY })
    const before = await databaseNow(database.db)
    const own = clock.now()
    const after = await databaseNow(database.db)
    // It may be wrong by half the round trip of a comparison.
    expect(own.getTime()).toBeGreaterThan(before.getTime() - MINUTE)
    expect(own.getTime()).toBeLessThan(after.getTime() + MINUTE)
    expect(clock.isSkewed()).toBe(days !== 0)
    expect((clock.skewSeconds() * 1_000) / DAY).toBeCloseTo(days)
  },
)

test('a clock that goes wrong while the node runs is logged once, and once when it is right again', async () => {
  let ahead = 4_000
  const pool = farAway(0, 0)
  const clock = await aClock({ systemNow: () => Date.now() + ahead }, pool)
  expect([clock.isSkewed(), lines]).toEqual([false, []])
  ahead = 7_000
  await clock.compare()
  await clock.compare()
  expect(clock.isSkewed()).toBe(true)
  expect(clock.now()).toEqual(new Date())
  ahead = 0
  await clock.compare()
  expect(clock.isSkewed()).toBe(false)
  expect(lines.map(({ event }) => event)).toEqual(['clock_skew', 'clock_right'])
  expect(lines[0]?.seconds).toBe(7)
})

test.each([
  ['there', 300, 0],
  ['back', 0, 300],
] as const)('a slow connection %s is not mistaken for a wrong clock', async (_, there, back) => {
  const clock = await aClock({}, farAway(there, back))
  expect(clock.skewSeconds()).toBeCloseTo(0)
  expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThanOrEqual(150)
})

test('if a database does not answer, the last comparison stays in use', async () => {
  let isDown = false
  const near = farAway(0, 0)
  const pool = {
    connect: async () => {
      if (isDown) throw new Error('down')
      return near.connect()
    },
  } as unknown as Pick<Pool, 'connect'>
  const clock = await aClock({ systemNow: () => Date.now() + DAY }, pool)
  isDown = true
  await clock.compare()
  expect(clock.isSkewed()).toBe(true)
  expect(clock.now()).toEqual(new Date())
})

test('the skew is a metric', async () => {
  const registry = new Registry()
  registerClockGauge(registry, await aClock({ systemNow: () => Date.now() - 60_000 }))
  const [, value] = /^pardeh_clock_skew_seconds (\S+)$/m.exec(await registry.metrics()) ?? []
  expect(Number(value)).toBeCloseTo(-60, 0)
})
