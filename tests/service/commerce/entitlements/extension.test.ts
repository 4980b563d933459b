// Whatever is bought and whenever, the days add up, and periods neither gap nor overlap.
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  addDays,
  grantPeriod,
  readSubscription,
  revokePeriods,
  type SubscriptionColumns,
  subscriptionColumns,
} from '#src/service/commerce/entitlements/subscriptions.ts'
import { inTransaction } from '#src/service/platform/db/open.ts'
import { preparedSql } from '#src/service/platform/db/prepared.ts'
import { payments } from '#src/service/platform/db/schema/checkout.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { aPayment, aUser } from '#tests/support/rows.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const DAY = 86_400_000
const NOW = Date.parse('2026-03-21T00:00:00Z')
const purchase = fc.record({
  days: fc.constantFrom(30, 90, 365),
  /** Hours since the previous purchase. */
  after: fc.integer({ min: 0, max: 2_400 }),
})

async function buy(userId: string, days: number, now: Date) {
  const paymentId = await aPayment(database.db, { userId })
  return inTransaction(database.db, tx =>
    grantPeriod(
      tx,
      {
        userId,
        source: 'purchase',
        paymentId,
        packageId: null,
        titleFa: 'بسته',
        titleEn: 'package',
        endOf: start => addDays(start, days),
      },
      now,
    ),
  )
}

test('each period begins at the end of the remaining ones, or now', {
  timeout: 180_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(purchase, { minLength: 1, maxLength: 6 }), async purchases => {
      const userId = await aUser(database.db)
      let now = NOW
      let end = 0
      for (const { days, after } of purchases) {
        now += after * 3_600_000
        const period = await buy(userId, days, new Date(now))
        expect(period.startsAt.getTime()).toBe(Math.max(now, end))
        expect(period.endsAt.getTime() - period.startsAt.getTime()).toBe(days * DAY)
        end = period.endsAt.getTime()
        const { remainingDays, hasSubscription } = await readSubscription(
          database.db,
          userId,
          new Date(now),
        )
        expect(hasSubscription).toBe(true)
        expect(remainingDays).toBe(Math.ceil((end - now) / DAY))
      }
      const over = await readSubscription(database.db, userId, new Date(end))
      expect(over).toEqual({ hasSubscription: false, remainingDays: 0, endsAt: null })
    }),
    { numRuns: 25 },
  )
})

test('16 concurrent purchases follow each other', async () => {
  const userId = await aUser(database.db)
  await Promise.all(Array.from({ length: 16 }, () => buy(userId, 30, new Date(NOW))))
  const { remainingDays } = await readSubscription(database.db, userId, new Date(NOW))
  expect(remainingDays).toBe(16 * 30)
  expect(await database.db.$count(payments)).toBeGreaterThanOrEqual(16)
})

test('the last end is that of the newest period that had begun, and is now if it was withdrawn', async () => {
  const { db } = database
  const userId = await aUser(db)
  const at = (days: number) => new Date(NOW + days * DAY)
  const lastEnd = async (user: string, now: Date) => {
    const time = sql`${now.toISOString()}::timestamptz`
    const query = preparedSql<SubscriptionColumns>(db, `at ${now.getTime()}`, () =>
      subscriptionColumns(sql`${user}::text`, time),
    )
    return (await query.execute())[0]?.lastEndAt
  }
  expect(await lastEnd(userId, at(0))).toBeNull()
  await buy(userId, 30, at(0))
  await buy(userId, 30, at(1))
  expect(await lastEnd(userId, at(20))).toBeNull()
  expect(await lastEnd(userId, at(61))).toEqual(at(60))
  await inTransaction(db, tx => revokePeriods(tx, userId, at(10)))
  // The second period never began.
  expect(await lastEnd(userId, at(61))).toEqual(at(10))
})
