// A node whose clock is days off uses the database's time: it neither debits, renews nor ends anything early.
import { afterEach, expect, test } from 'vitest'
import { createSubscription, paySubscription } from '#src/contract/endpoints/checkout.ts'
import { reconcilePayments } from '#src/service/commerce/checkout/reconcile.ts'
import { renewContracts } from '#src/service/commerce/direct-debit/renewal.ts'
import { createProviders } from '#src/service/platform/adapters/providers.ts'
import { startDatabaseClock } from '#src/service/platform/db/clock.ts'
import type { Deps } from '#src/service/platform/deps.ts'
import { createMetrics } from '#src/service/platform/http/metrics.ts'
import { createLimits } from '#src/service/platform/http/rate-limits.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { directDebit } from '#tests/support/direct-debit.ts'
import { aPayer, openShop, type Shop } from '#tests/support/shop.ts'
import { silentLog } from '#tests/support/silent-log.ts'

const DAY = 86_400_000
let shop: Shop
afterEach(() => shop.stopShop())

/** The same node with its clock moved ahead by this much; the database's clock is right. */
function ahead({ deps, clock }: Shop, days: number): Deps {
  const log = { info() {}, warn() {} }
  return {
    ...deps,
    now: () => new Date(clock.now().getTime() + days * DAY),
    providers: createProviders({ log, metrics: createMetrics() }),
  }
}

test.each([6, 42, -42])(
  'a node whose clock is %s days off debits at the database’s time and renews from the end',
  async days => {
    shop = await openShop({ env: { LOG_LEVEL: 'silent' } })
    const debit = directDebit(shop)
    const person = await aPayer(shop)
    const id = await debit.subscribe(person)
    const wrong = ahead(shop, days)
    const [running] = await shop.periods(person)
    const dueAt = (await debit.contract(id)).nextChargeAt as Date

    // An hour before the notice, and an hour before the debit.
    for (const before of [25, 1]) {
      shop.clock.set(new Date(dueAt.getTime() - before * 3_600_000))
      await renewContracts(wrong)
      expect((await debit.charges(id)).filter(({ state }) => state === 'done')).toHaveLength(1)
      if (before === 25) {
        shop.clock.set(new Date(dueAt.getTime() - DAY))
        await renewContracts(wrong)
      }
    }
    expect(await shop.periods(person)).toHaveLength(1)
    shop.clock.set(dueAt)
    await renewContracts(wrong)
    const [, renewed, ...more] = await shop.periods(person)
    expect(renewed?.startsAt).toEqual(running?.endsAt)
    expect(more).toEqual([])
    expect((await debit.contract(id)).state).toBe('active')
  },
)

test.each([6, -42])(
  'a node whose clock is %s days off ends no open invoice and inquires about each payment in time',
  async days => {
    shop = await openShop({ env: { LOG_LEVEL: 'silent' } })
    const person = await aPayer(shop)
    const open = await person.api(createSubscription, { body: { package_id: 'month-1' } })
    // Zibal lists no payments, so they are found by their time alone.
    const left = await shop.order(await aPayer(shop), { gateway_id: 'zibal' })
    await shop.atBank(left.page, 'vanish')
    const wrong = ahead(shop, days)
    shop.clock.advance({ minutes: 1 })
    await reconcilePayments(wrong)
    expect(await shop.state(open.transaction_id)).toBe('created')
    expect(await shop.state(left.id)).toBe('redirected')
    shop.clock.advance({ minutes: 2 })
    await reconcilePayments(wrong)
    expect(await shop.state(left.id)).toBe('paid')
    await person.api(paySubscription, { body: { transaction_id: open.transaction_id } })
    expect(await shop.state(open.transaction_id)).toBe('redirected')
  },
)

test('a node that starts 6 days ahead uses the database’s time for codes, tokens and limits', async () => {
  shop = await openShop({ env: { LOG_LEVEL: 'silent' } })
  const database: TestDatabase = await testDatabase()
  try {
    const real = Date.now
    const systemNow = () => real() + 6 * DAY
    const clock = await startDatabaseClock(database.pool, { log: silentLog, systemNow })
    clock.stop()
    expect(clock.isSkewed()).toBe(true)
    expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(DAY / 24)
    const limits = createLimits(database.pool, null)
    const rule = { points: 1, seconds: 600 }
    await limits.secure('otp', 'number', rule)
    Date.now = systemNow
    try {
      await expect(limits.secure('otp', 'number', rule)).rejects.toThrow('too_many_requests')
      expect((await limits.take('otp', 'number', rule)).isTaken).toBe(false)
    } finally {
      Date.now = real
    }
  } finally {
    await database.close()
  }
})
