// Which users are counted as new, returned, ended and active.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { subscribersSection } from '#src/service/operations/report/subscribers.ts'
import { subscriptions } from '#src/service/platform/db/schema/entitlements.ts'
import { newId } from '#src/service/platform/ids.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { aUser, inDays } from '#tests/support/rows.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  for (const periods of PEOPLE) await aPerson(periods)
})
afterAll(() => database.close())

type Days = { from: number; to: number; revoked?: number }
const PEOPLE: Days[][] = [
  // Subscribed all the time.
  [{ from: -10, to: 100 }],
  // Renews without a gap.
  [
    { from: -10, to: 5 },
    { from: 5, to: 35 },
  ],
  // Leaves.
  [{ from: -10, to: 5 }],
  // Is new, and stays.
  [{ from: 3, to: 33 }],
  // Is new, and leaves.
  [{ from: 3, to: 9 }],
  // Returns.
  [
    { from: -60, to: -30 },
    { from: 8, to: 38 },
  ],
  // Gets a refund on the fourth day.
  [{ from: 2, to: 32, revoked: 4 }],
  // Gets a refund before the period began.
  [{ from: 2, to: 32, revoked: -1 }],
  // Was subscribed before, and returns after the period.
  [
    { from: -60, to: -30 },
    { from: 40, to: 70 },
  ],
]

async function aPerson(periods: readonly Days[]): Promise<void> {
  const userId = await aUser(database.db)
  for (const { from, to, revoked } of periods)
    await database.db.insert(subscriptions).values({
      id: newId(),
      userId,
      source: 'operator',
      titleFa: 'یک',
      titleEn: 'One',
      startsAt: inDays(from),
      endsAt: inDays(to),
      revokedAt: revoked === undefined ? null : inDays(revoked),
    })
}

async function counted(from: number, to: number, now: number) {
  const deps = { db: database.db, now: inDays(now) }
  const { rows } = await subscribersSection(deps, { from: inDays(from), to: inDays(to) })
  return Object.fromEntries(rows)
}

test('each user counts once, by the days at both ends and between', async () => {
  expect(await counted(0, 30, 90)).toMatchObject({
    'active at the beginning': 3,
    new: 3,
    'came back': 1,
    ended: 3,
    'active at the end': 4,
    'churn, in percent of the beginning': 33.3,
  })
})

test('the end of one month is the beginning of the next, and the numbers add up', async () => {
  let active: unknown
  for (let day = -70; day < 110; day += 10) {
    const row = await counted(day, day + 10, 200)
    if (active !== undefined) expect(row['active at the beginning']).toBe(active)
    active = row['active at the end']
    const [before, added, returned, ended] = [
      row['active at the beginning'],
      row.new,
      row['came back'],
      row.ended,
    ].map(Number) as [number, number, number, number]
    expect(before + added + returned - ended).toBe(active)
  }
})

test('a month that has not ended is counted until now', async () => {
  expect(await counted(0, 30, 4)).toMatchObject({ 'active at the end': 5, ended: 1, new: 3 })
})
