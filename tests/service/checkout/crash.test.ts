// The process dies at a named point of a payment, a hundred times; the next one finds what it left behind.
import { and, eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { subscriptions, transactions } from '#src/service/db/schema/checkout.ts'
import { aPayer, aVoucher, openShop, type Person, type Shop } from '#tests/support/shop.ts'

const POINTS = [
  'create:before',
  'create:after',
  'pay:requested',
  'callback:received',
  'verify:before',
  'verify:after',
  'grant:before-commit',
  'grant:after-commit',
] as const
const SEEDS = 100

let shop: Shop
let deadly: string | null = null
beforeAll(async () => {
  const reach = (point: string) => {
    if (point !== deadly) return
    deadly = null
    throw new Error(`killed at ${point}`)
  }
  shop = await openShop({ env: { LOG_LEVEL: 'silent' }, overrides: { reach } })
})
afterAll(() => shop.stopShop())

/** One purchase from choosing to coming back, cut off where the process dies. */
async function buyUntilDeath(person: Person, seed: number): Promise<void> {
  deadly = POINTS[seed % POINTS.length] ?? null
  const voucher_code = seed % 3 === 0 ? await aVoucher(shop) : undefined
  const gateway_id = seed % 2 === 0 ? 'zarinpal' : 'zibal'
  const bought = await shop.order(person, { voucher_code, gateway_id }).catch(() => null)
  if (!bought) return
  const callback = await shop.atBank(bought.page, seed % 7 === 0 ? 'vanish' : 'pay')
  if (callback) await shop.comeBack(callback).catch(() => null)
  // Somebody who sees an error page presses reload, now and then.
  if (callback && seed % 5 === 0) await shop.comeBack(callback).catch(() => null)
}

test('every payment ends as one subscription or one refund, and the ledger adds up', {
  timeout: 180_000,
}, async () => {
  let person = await aPayer(shop)
  for (let seed = 0; seed < SEEDS; seed++) {
    await buyUntilDeath(person, seed)
    if (seed % 20 !== 19) continue
    await shop.minutes(2)
    person = await aPayer(shop)
  }
  deadly = null
  await shop.minutes(15)

  const { rows: taken } = await shop.deps.db.execute<{ authority: string; status: string }>(
    sql`select authority, status from fake_bank.payments where status in ('paid', 'verified', 'reversed')`,
  )
  expect(taken.length).toBeGreaterThan(SEEDS / 2)
  expect(taken.filter(({ status }) => status === 'paid')).toEqual([])
  const authorities = taken.map(({ authority }) => authority)
  const settled = await shop.deps.db
    .select()
    .from(transactions)
    .where(and(inArray(transactions.authority, authorities), eq(transactions.state, 'paid')))
  expect(settled).toHaveLength(taken.length)
  const given = await shop.deps.db.select().from(subscriptions)
  expect(new Set(given.map(({ transactionId }) => transactionId))).toEqual(
    new Set(settled.map(({ id }) => id)),
  )
  expect(given).toHaveLength(settled.length)

  const { bank = 0, revenue = 0, vat = 0, refunds_due } = await shop.ledger()
  expect(bank).toBe(settled.reduce((sum, { total }) => sum + total, 0))
  expect(bank + revenue + vat).toBe(0)
  expect(refunds_due).toBe(0)
})

test('no voucher is used up without a subscription', async () => {
  await shop.minutes(35)
  const { rows } = await shop.deps.db.execute(sql`
    select v.code from vouchers v
    where v.used <> (select count(*) from voucher_redemptions r
      join transactions t on t.id = r.transaction_id and t.state = 'paid'
      where r.voucher_id = v.id and r.state = 'used')`)
  expect(rows).toEqual([])
})
