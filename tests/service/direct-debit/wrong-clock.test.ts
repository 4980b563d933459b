// A node whose own clock is days off, beside the database: it debits nobody early, renews nothing ahead, ends nothing that runs.
import { afterEach, expect, test } from 'vitest'
import { createSubscription, paySubscription } from '#src/contract/endpoints/checkout.ts'
import { createProviders } from '#src/service/adapters/providers.ts'
import { reconcile } from '#src/service/checkout/reconcile.ts'
import { startDatabaseClock } from '#src/service/db/clock.ts'
import type { Deps } from '#src/service/deps.ts'
import { renew } from '#src/service/direct-debit/renewal.ts'
import { createMetrics } from '#src/service/http/metrics.ts'
import { createLimits } from '#src/service/http/rate-limits.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'
import { directDebit } from '#tests/support/direct-debit.ts'
import { aPayer, openShop, type Shop } from '#tests/support/shop.ts'
import { silentLog } from '#tests/support/silent-log.ts'

const DAY = 86_400_000
let shop: Shop
afterEach(() => shop.stopShop())

/** The same node with its own clock that far ahead; the database's is right. */
function ahead({ deps, clock }: Shop, days: number): Deps {
  const log = { info() {}, warn() {} }
  return {
    ...deps,
    now: () => new Date(clock.now().getTime() + days * DAY),
    providers: createProviders({ log, metrics: createMetrics() }),
  }
}

test.each([6, 42, -42])(
  '%s days off, a node debits at the database’s time and renews from the end',
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
      await renew(wrong)
      expect((await debit.charges(id)).filter(({ state }) => state === 'done')).toHaveLength(1)
      if (before === 25) {
        shop.clock.set(new Date(dueAt.getTime() - DAY))
        await renew(wrong)
      }
    }
    expect(await shop.periods(person)).toHaveLength(1)
    shop.clock.set(dueAt)
    await renew(wrong)
    const [, renewed, ...more] = await shop.periods(person)
    expect(renewed?.startsAt).toEqual(running?.endsAt)
    expect(more).toEqual([])
    expect((await debit.contract(id)).state).toBe('active')
  },
)

test.each([6, -42])(
  '%s days off, a node ends no open invoice and asks about each payment in time',
  async days => {
    shop = await openShop({ env: { LOG_LEVEL: 'silent' } })
    const person = await aPayer(shop)
    const open = await person.api(createSubscription, { body: { package_id: 'month-1' } })
    // Zibal lists no payments: they are found by their time alone.
    const left = await shop.order(await aPayer(shop), { gateway_id: 'zibal' })
    await shop.atBank(left.page, 'vanish')
    const wrong = ahead(shop, days)
    shop.clock.advance({ minutes: 1 })
    await reconcile(wrong)
    expect(await shop.state(open.transaction_id)).toBe('created')
    expect(await shop.state(left.id)).toBe('redirected')
    shop.clock.advance({ minutes: 2 })
    await reconcile(wrong)
    expect(await shop.state(left.id)).toBe('paid')
    await person.api(paySubscription, { body: { transaction_id: open.transaction_id } })
    expect(await shop.state(open.transaction_id)).toBe('redirected')
  },
)

test('a node 6 days ahead, as it starts, gives codes, tokens and limits the database’s time', async () => {
  shop = await openShop({ env: { LOG_LEVEL: 'silent' } })
  const database: TestDatabase = await testDatabase()
  try {
    const systemNow = () => Date.now() + 6 * DAY
    const clock = await startDatabaseClock(database.pool, { log: silentLog, systemNow })
    clock.stop()
    expect(clock.isSkewed()).toBe(true)
    expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(1_000)
    const real = Date.now
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
