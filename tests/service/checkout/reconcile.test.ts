// How fast lost payments are found, what a bank that hangs holds up, and what two nodes do at once.
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { registerPaymentGauges } from '#src/service/checkout/payment-gauges.ts'
import { reconcile } from '#src/service/checkout/reconcile.ts'
import { refunds, transactions } from '#src/service/db/schema/checkout.ts'
import { subscriptions } from '#src/service/db/schema/entitlements.ts'
import { newId } from '#src/service/ids.ts'
import { type Bank, startBank } from '#tests/support/bank.ts'
import { blankDatabase } from '#tests/support/database.ts'
import { aUser } from '#tests/support/rows.ts'
import { openShop, type Shop } from '#tests/support/shop.ts'

const PRICE = 1_000_000
let bank: Bank
let dropBank: () => Promise<void>
let shop: Shop
let patience = 10_000
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
  patience = 10_000
  const counted: typeof fetch = async (input, init) => {
    if (/verify/.test(String(input))) verified.push(String(init?.body))
    mostUnderWay = Math.max(mostUnderWay, ++underWay)
    const reply = fetch(input, { ...init, signal: AbortSignal.timeout(patience) })
    return reply.finally(() => underWay--)
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

/** Payments that were made at the bank and of which nobody came back. */
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
    await db.insert(transactions).values({
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
    transactions,
    sql`${transactions.state} = ${state} and ${transactions.gateway} = ${gateway}`,
  )
}

const seconds = async (work: () => Promise<unknown>) => {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1_000
}

test('at a bank that takes 300 ms a call, 20 payments a second are settled', async () => {
  await paidAndLost('zibal', 200)
  await bank.fault('zibal.*', 'slow', 10_000)
  const before = process.cpuUsage()
  const took = await seconds(() => reconcile(shop.deps))
  const { user, system } = process.cpuUsage(before)
  const workMs = (user + system) / 1_000 / 200
  expect(await count('paid', 'zibal')).toBe(200)
  expect(await shop.deps.db.$count(subscriptions)).toBe(200)
  const rate = (200 / took).toFixed(0)
  console.info(
    `200 payments in ${took.toFixed(1)} s: ${rate} a second, ${workMs.toFixed(0)} ms of work each`,
  )
  // Not by the clock alone, which tells how busy the machine is with other tests: two calls a payment, so many at once,
  // and so little work for each, are 20 a second and more.
  expect(mostUnderWay / 0.6).toBeGreaterThan(20)
  expect(workMs).toBeLessThan(50)
}, 60_000)

test('a bank that hangs holds up nothing of another, and is left alone after a while', async () => {
  await paidAndLost('zarinpal', 60)
  await paidAndLost('zibal', 60)
  patience = 2_000
  await bank.fault('zarinpal.*', 'timeout', 10_000)
  let settledAfter = 0
  const run = seconds(() => reconcile(shop.deps))
  settledAfter = await seconds(() =>
    expect.poll(() => count('paid', 'zibal'), { timeout: 20_000, interval: 50 }).toBe(60),
  )
  const took = await run
  expect([await count('paid', 'zarinpal'), await count('redirected', 'zarinpal')]).toEqual([0, 60])
  // Every call hangs for two seconds here: sixty of them one after the other would take two minutes.
  expect(took).toBeLessThan(20)
  expect(settledAfter).toBeLessThan(20)
  await bank.noFaults()
  patience = 10_000
  await expect.poll(() => shop.deps.providers.isPaused('zarinpal')).toBe(false)
  await shop.minutes(3)
  expect(await count('paid', 'zarinpal')).toBe(60)
}, 60_000)

test('two nodes at once ask about each payment once', async () => {
  await paidAndLost('zarinpal', 50)
  await paidAndLost('zibal', 50)
  const other = await shop.again()
  await Promise.all([reconcile(shop.deps), reconcile({ ...other.deps, fetch: shop.deps.fetch })])
  await other.stop()
  expect([await count('paid', 'zarinpal'), await count('paid', 'zibal')]).toEqual([50, 50])
  expect(await shop.deps.db.$count(subscriptions)).toBe(100)
  expect([verified.length, new Set(verified).size]).toEqual([100, 100])
}, 60_000)

test('a metric says how old the oldest open payment is, how late its inquiry is, and how payments ended', async () => {
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
  await reconcile(shop.deps)
  expect(await read('pardeh_oldest_open_invoice_seconds{gateway="zibal"}')).toEqual([
    'pardeh_oldest_open_invoice_seconds{gateway="zibal"} 0',
  ])
  expect(await read('pardeh_payments_total{gateway="zibal"')).toEqual([
    'pardeh_payments_total{gateway="zibal",outcome="paid"} 2',
  ])
})

test('what the bank took is what is owed, where it is another amount than the invoice', async () => {
  await paidAndLost('zibal', 1)
  await bank.fault('zibal.verify', 'wrong_amount')
  await reconcile(shop.deps)
  const [owed] = await shop.deps.db.select().from(refunds).where(eq(refunds.reason, 'amount'))
  expect(owed?.amount).toBe(PRICE * 1.1 - 1_000)
  const { bank: held = 0, refunds_due = 0 } = await shop.ledger()
  expect([held, refunds_due]).toEqual([owed?.amount, -(owed?.amount ?? 0)])
})
