// The reconciliation: how fast it finds lost payments, what a hanging bank delays, and what two nodes do at once.
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { registerPaymentGauges } from '#src/service/commerce/checkout/payment-gauges.ts'
import { reconcilePayments } from '#src/service/commerce/checkout/reconcile.ts'
import { payments, refunds } from '#src/service/platform/db/schema/checkout.ts'
import { subscriptions } from '#src/service/platform/db/schema/entitlements.ts'
import { newId } from '#src/service/platform/ids.ts'
import { type Bank, startBank } from '#tests/support/bank.ts'
import { blankDatabase } from '#tests/support/database.ts'
import { aUser } from '#tests/support/rows.ts'
import { openShop, type Shop } from '#tests/support/shop.ts'
import { statementsOf } from '#tests/support/statements.ts'

const PRICE = 1_000_000
/** The time that one payment may take. */
const MOST_STATEMENTS = 20
let bank: Bank
let dropBank: () => Promise<void>
let shop: Shop
/** Calls to these banks wait until the test releases them. */
let held: { bank: 'zarinpal' | 'zibal'; release: Promise<void> } | null = null
const called = { zarinpal: 0, zibal: 0 }
const verified: string[] = []
let underWay = 0
let mostUnderWay = 0
beforeAll(async () => {
  const { url, drop } = await blankDatabase('template0')
  dropBank = drop
  bank = await startBank(url)
})
afterAll(async () => {
  await bank.stop()
  await dropBank()
})
beforeEach(async () => {
  verified.length = 0
  mostUnderWay = 0
  Object.assign(called, { zarinpal: 0, zibal: 0 })
  held = null
  const counted: typeof fetch = async (input, init) => {
    if (/verify/.test(String(input))) verified.push(String(init?.body))
    const name = /zibal/.test(String(input)) ? 'zibal' : 'zarinpal'
    called[name] += 1
    mostUnderWay = Math.max(mostUnderWay, ++underWay)
    try {
      if (held?.bank === name) await held.release
      return await fetch(input, init)
    } finally {
      underWay--
    }
  }
  shop = await openShop({
    env: { LOG_LEVEL: 'silent', ...bank.env },
    overrides: { fetch: counted },
  })
})
afterEach(async () => {
  await bank.noFaults()
  await bank.db.execute(sql`delete from fake_bank.payments`)
  await shop.stopShop()
})

/** Creates payments that were made at the bank and whose payers never returned. */
async function paidAndLost(gateway: 'zarinpal' | 'zibal', count: number): Promise<void> {
  const { db, now } = shop.deps
  const redirectedAt = new Date(now().getTime() - 5 * 60_000)
  for (let index = 0; index < count; index++) {
    const [id, userId] = [newId(), await aUser(db)]
    const authority =
      gateway === 'zibal' ? String(1_000_000_000 + index) : `A${id}${newId()}000`.slice(0, 36)
    const merchant = gateway === 'zibal' ? 'zibal' : '00000000-0000-4000-8000-000000000000'
    await bank.db.execute(sql`
      insert into fake_bank.payments (gateway, authority, merchant, amount, callback_url, description, order_id, status)
      values (${gateway}, ${authority}, ${merchant}, ${PRICE * 1.1}, 'http://shop', '', ${id}, 'paid')`)
    await db.insert(payments).values({
      id,
      userId,
      kind: 'subscription',
      packageId: 'month-1',
      titleFa: 'یک‌ماهه',
      titleEn: 'One month',
      durationDays: 30,
      price: PRICE,
      vatPercent: 10,
      vat: PRICE / 10,
      total: PRICE * 1.1,
      state: 'redirected',
      gateway,
      authority,
      redirectedAt,
      checkAt: redirectedAt,
      expiresAt: new Date(now().getTime() + 1_000_000),
    })
  }
}

async function count(state: string, gateway: string): Promise<number> {
  return shop.deps.db.$count(
    payments,
    sql`${payments.state} = ${state} and ${payments.gateway} = ${gateway}`,
  )
}

test('at a bank that takes 300 ms per call, 20 payments a second are settled', async () => {
  await paidAndLost('zibal', 200)
  const { promise, resolve: release } = Promise.withResolvers<void>()
  held = { bank: 'zibal', release: promise }
  const statements = await statementsOf(async () => {
    const run = reconcilePayments(shop.deps)
    // Each payment takes two calls of 300 ms, so twelve concurrent calls settle 20 payments a second.
    await expect.poll(() => underWay, { timeout: 30_000 }).toBeGreaterThan(12)
    held = null
    release()
    await run
  })
  expect(await count('paid', 'zibal')).toBe(200)
  expect(await shop.deps.db.$count(subscriptions)).toBe(200)
  expect(called.zibal).toBe(400)
  expect(statements.length / 200).toBeLessThan(MOST_STATEMENTS)
}, 120_000)

test('a hanging bank delays no payment of another, and is skipped after a while', async () => {
  await paidAndLost('zarinpal', 60)
  await paidAndLost('zibal', 60)
  const { promise, reject: giveUp } = Promise.withResolvers<void>()
  promise.catch(() => undefined)
  held = { bank: 'zarinpal', release: promise }
  const run = reconcilePayments(shop.deps)
  await expect.poll(() => count('paid', 'zibal'), { timeout: 30_000 }).toBe(60)
  expect(await count('paid', 'zarinpal')).toBe(0)
  giveUp(new DOMException('late', 'TimeoutError'))
  await run
  expect([await count('paid', 'zarinpal'), await count('redirected', 'zarinpal')]).toEqual([0, 60])
  expect(called.zarinpal).toBeLessThan(60)
  held = null
  await expect.poll(() => shop.deps.providers.isPaused('zarinpal'), { timeout: 30_000 }).toBe(false)
  await shop.minutes(3)
  expect(await count('paid', 'zarinpal')).toBe(60)
}, 120_000)

test('two concurrent nodes inquire about each payment once', async () => {
  await paidAndLost('zarinpal', 50)
  await paidAndLost('zibal', 50)
  const other = await shop.again()
  await Promise.all([
    reconcilePayments(shop.deps),
    reconcilePayments({ ...other.deps, fetch: shop.deps.fetch }),
  ])
  await other.stop()
  expect([await count('paid', 'zarinpal'), await count('paid', 'zibal')]).toEqual([50, 50])
  expect(await shop.deps.db.$count(subscriptions)).toBe(100)
  expect([verified.length, new Set(verified).size]).toEqual([100, 100])
}, 120_000)

test('a metric shows the age of the oldest open payment, the delay of its inquiry, and how payments ended', async () => {
  registerPaymentGauges(shop.deps)
  const read = async (name: string) =>
    (await shop.deps.metrics.text()).split('\n').filter(line => line.startsWith(name))
  expect(await read('pardeh_oldest_open_invoice_seconds')).toEqual([
    'pardeh_oldest_open_invoice_seconds{gateway="zarinpal"} 0',
    'pardeh_oldest_open_invoice_seconds{gateway="zibal"} 0',
  ])
  await paidAndLost('zibal', 2)
  shop.clock.advance({ minutes: 5 })
  expect(await read('pardeh_oldest_open_invoice_seconds{gateway="zibal"}')).toEqual([
    'pardeh_oldest_open_invoice_seconds{gateway="zibal"} 600',
  ])
  expect(await read('pardeh_reconcile_lag_seconds{gateway="zibal"}')).toEqual([
    'pardeh_reconcile_lag_seconds{gateway="zibal"} 600',
  ])
  await reconcilePayments(shop.deps)
  expect(await read('pardeh_oldest_open_invoice_seconds{gateway="zibal"}')).toEqual([
    'pardeh_oldest_open_invoice_seconds{gateway="zibal"} 0',
  ])
  expect(await read('pardeh_payments_total{gateway="zibal"')).toEqual([
    'pardeh_payments_total{gateway="zibal",outcome="paid"} 2',
  ])
})

test('if the amount differs from the invoice, the amount that the bank took is owed', async () => {
  await paidAndLost('zibal', 1)
  await bank.fault('zibal.verify', 'wrong_amount')
  await reconcilePayments(shop.deps)
  const [owed] = await shop.deps.db.select().from(refunds).where(eq(refunds.reason, 'amount'))
  expect(owed?.amount).toBe(PRICE * 1.1 - 1_000)
  const { bank: held = 0, refunds_due = 0 } = await shop.ledger()
  expect([held, refunds_due]).toEqual([owed?.amount, -(owed?.amount ?? 0)])
})
