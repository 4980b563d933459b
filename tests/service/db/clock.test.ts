import { setTimeout as wait } from 'node:timers/promises'
import type { Pool } from 'pg'
import { Registry } from 'prom-client'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import {
  type ClockOptions,
  type DatabaseClock,
  databaseNow,
  registerClockGauge,
  startDatabaseClock,
} from '#src/service/db/clock.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'

const DAY = 86_400_000
let database: TestDatabase
let lines: Array<{ event?: string; seconds?: number }> = []
const clocks: DatabaseClock[] = []
beforeAll(async () => {
  database = await testDatabase({ size: 2 })
})
afterEach(() => {
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

/** The database behind a line on which each query takes that long, on the way there or back. */
function farAway(there: number, back: number): Pick<Pool, 'connect'> {
  const connect = async () => {
    const client = await database.pool.connect()
    const query = async (text: string) => {
      await wait(there)
      const result = await client.query(text)
      await wait(back)
      return result
    }
    return { query, release: () => client.release() }
  }
  return { connect } as unknown as Pick<Pool, 'connect'>
}

test.each([6, -42, 0])(
  'a node whose clock is %s days ahead has the database’s time',
  async days => {
    const clock = await aClock({ systemNow: () => Date.now() + days * DAY })
    const before = await databaseNow(database.db)
    const own = clock.now()
    const after = await databaseNow(database.db)
    expect(own.getTime()).toBeGreaterThan(before.getTime() - 100)
    expect(own.getTime()).toBeLessThan(after.getTime() + 100)
    expect(clock.isSkewed()).toBe(days !== 0)
    expect((clock.skewSeconds() * 1_000) / DAY).toBeCloseTo(days)
  },
)

test('a clock that goes wrong while the node runs is told once, and once when it is right again', async () => {
  let ahead = 4_000
  const clock = await aClock({ systemNow: () => Date.now() + ahead })
  const now = () => Math.abs(clock.now().getTime() - Date.now())
  expect([clock.isSkewed(), lines]).toEqual([false, []])
  ahead = 7_000
  await clock.compare()
  await clock.compare()
  expect(clock.isSkewed()).toBe(true)
  expect(now()).toBeLessThan(100)
  ahead = 0
  await clock.compare()
  expect(clock.isSkewed()).toBe(false)
  expect(lines.map(({ event }) => event)).toEqual(['clock_skew', 'clock_right'])
  expect(lines[0]?.seconds).toBeGreaterThanOrEqual(6)
})

test.each([
  ['there', 300, 0],
  ['back', 0, 300],
] as const)('a slow way %s is not taken for a wrong clock', async (_, there, back) => {
  const clock = await aClock({}, farAway(there, back))
  expect(Math.abs(clock.skewSeconds())).toBeLessThan(0.1)
  expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(250)
})

test('a database that does not answer leaves the last comparison in force', async () => {
  let isDown = false
  const pool = {
    connect: async () => {
      if (isDown) throw new Error('down')
      return database.pool.connect()
    },
  } as unknown as Pick<Pool, 'connect'>
  const clock = await aClock({ systemNow: () => Date.now() + DAY }, pool)
  isDown = true
  await clock.compare()
  expect(clock.isSkewed()).toBe(true)
  expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(100)
})

test('the skew is a metric', async () => {
  const registry = new Registry()
  registerClockGauge(registry, await aClock({ systemNow: () => Date.now() - 60_000 }))
  const [, value] = /^pardeh_clock_skew_seconds (\S+)$/m.exec(await registry.metrics()) ?? []
  expect(Number(value)).toBeCloseTo(-60, 0)
})
