import { expect, onTestFinished, test } from 'vitest'
import { daysRemaining } from '#src/lib/text/date.ts'
import { findCarrierSubscription } from '#src/service/commerce/entitlements/carrier.ts'
import { readSubscription } from '#src/service/commerce/entitlements/subscriptions.ts'
import { seedAccounts } from '#src/service/operations/demo/accounts.ts'
import { seedDirectDebit } from '#src/service/operations/demo/direct-debit.ts'
import { seedPackages, seedPurchases } from '#src/service/operations/demo/packages.ts'
import { users } from '#src/service/platform/db/schema/users.ts'
import { startTestService } from '#tests/support/service.ts'

// The first hour of a new year in Tehran, the 25th of a long month, and the last days of a year.
const DAYS = ['2026-03-20T20:30:00Z', '2026-09-16T09:30:00Z', '2027-03-14T23:00:00Z']

test.each(DAYS)(
  'each demo account is in the state that docs/demo.md describes if seeded at %s',
  async now => {
    const service = await startTestService({ now: new Date(now) })
    onTestFinished(() => service.stop())
    const { deps } = service
    for (const step of [seedPackages, seedAccounts, seedPurchases, seedDirectDebit])
      await step(deps)
    const people = await deps.db.select().from(users)
    const days = await Promise.all(
      people.map(async ({ id, msisdn }) => [
        msisdn,
        (await readSubscription(deps.db, id, deps.now())).remainingDays,
      ]),
    )
    expect(Object.fromEntries(days)).toEqual({
      '09120000001': 180,
      '09120000002': 0,
      '09120000003': 3,
      '09120000004': 0,
      '09120000005': expect.any(Number),
      '09120000006': 6,
      '09120000007': 120,
      '09120000008': 0,
    })
    const carrier = people.find(({ msisdn }) => msisdn === '09120000008')
    const { endsAt = null } =
      (await findCarrierSubscription(deps.db, carrier?.id ?? '', deps.now())) ?? {}
    expect(endsAt && daysRemaining(endsAt, deps.now())).toBe(45)
  },
)
