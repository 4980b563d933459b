// Refunds: whole by the bank, in parts by an operator, never more than was paid, whatever runs at once.
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createSubscription, getTransaction } from '#src/contract/endpoints/checkout.ts'
import { planRefund, refundPayment, vatUpTo } from '#src/service/commerce/checkout/give-back.ts'
import { recheckPayment } from '#src/service/commerce/checkout/recheck.ts'
import {
  completeRefund,
  listOpenRefunds,
  listRefundsOf,
} from '#src/service/commerce/checkout/refunds.ts'
import { readSubscription } from '#src/service/commerce/entitlements/subscriptions.ts'
import { databaseError } from '#src/service/platform/db/errors.ts'
import { refunds } from '#src/service/platform/db/schema/checkout.ts'
import { ledgerEntries } from '#src/service/platform/db/schema/ledger.ts'
import { notifications } from '#src/service/platform/db/schema/notifications.ts'
import { newId } from '#src/service/platform/ids.ts'
import { aPayer, openShop, type Person, type Shop } from '#tests/support/shop.ts'

const TOTAL = 1_639_000
const VAT = 149_000

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.stopShop())

async function paid(payer: Person, gateway = 'zarinpal', more: object = {}): Promise<string> {
  const { id, page } = await shop.order(payer, { gateway_id: gateway, ...more })
  await shop.comeBack((await shop.atBank(page, 'pay')) ?? '')
  expect(await shop.state(id)).toBe('paid')
  return id
}

const order = (id: string, amount: number | null = null, more: object = {}) => ({
  id,
  amount,
  reason: 'test',
  keepsAccess: false,
  isTold: false,
  ...more,
})

/** Returns the ledger entries of one payment by account. */
async function booksOf(id: string): Promise<Record<string, number>> {
  const books: Record<string, number> = { bank: 0, revenue: 0, vat: 0, refunds_due: 0 }
  const lines = await shop.deps.db
    .select()
    .from(ledgerEntries)
    .where(eq(ledgerEntries.paymentId, id))
  for (const { account, amount } of lines) books[account] = (books[account] ?? 0) + amount
  return books
}

const NOTHING = { bank: 0, revenue: 0, vat: 0, refunds_due: 0 }
const daysOf = async (person: Person) =>
  (await readSubscription(shop.deps.db, person.user.id, shop.deps.now())).remainingDays

test('a whole payment is refunded by a bank that supports it, and the subscription ends', async () => {
  const payer = await aPayer(shop)
  const id = await paid(payer)
  expect(await planRefund(shop.deps, { id, amount: null })).toMatchObject({
    state: 'planned',
    amount: TOTAL,
    vat: VAT,
    way: 'reverse',
    isLast: true,
  })
  expect(await daysOf(payer)).toBe(30)
  const done = await refundPayment(shop.deps, order(id))
  expect(done).toMatchObject({ state: 'refunded', withdrawn: 'subscription' })
  expect(done).toMatchObject({ refund: { state: 'done', amount: TOTAL } })
  expect(await shop.state(id)).toBe('reversed')
  expect(await daysOf(payer)).toBe(0)
  expect(await booksOf(id)).toEqual(NOTHING)
  const shown = await payer.api(getTransaction, { params: { id } })
  expect([shown.status, shown.failure_reason]).toEqual(['reversed', 'refunded'])
})

test('a refund that the bank refuses is repeated by the reconciliation once the bank is back', async () => {
  const id = await paid(await aPayer(shop))
  await shop.fault('zarinpal.*', 'error_500', 2)
  onTestFinished(() => shop.noFaults())
  const done = await refundPayment(shop.deps, order(id))
  expect(done).toMatchObject({ refund: { state: 'requested', attempts: 1 } })
  expect((await booksOf(id)).refunds_due).toBe(-TOTAL)
  await shop.noFaults()
  await shop.minutes(3)
  expect(await listRefundsOf(shop.deps.db, id)).toMatchObject([{ state: 'done' }])
  expect(await booksOf(id)).toEqual(NOTHING)
})

test('a process that ends before it asks the bank leaves a refund that the reconciliation makes', async () => {
  const id = await paid(await aPayer(shop))
  const failpoint = (point: string) => {
    if (point === 'refund:written') throw new Error('ended here')
  }
  await expect(refundPayment({ ...shop.deps, failpoint }, order(id))).rejects.toThrow('ended here')
  expect(await listRefundsOf(shop.deps.db, id)).toMatchObject([{ state: 'requested', attempts: 0 }])
  await shop.minutes(3)
  expect(await listRefundsOf(shop.deps.db, id)).toMatchObject([{ state: 'done' }])
})

test('a refund at a bank that supports none is owed until an operator has paid it', async () => {
  const id = await paid(await aPayer(shop), 'zibal')
  const done = await refundPayment(shop.deps, order(id))
  expect(done).toMatchObject({ way: 'owed', refund: { state: 'owed' } })
  const [owed] = (await listOpenRefunds(shop.deps.db)).filter(({ payment }) => payment.id === id)
  if (!owed) throw new Error('nothing is owed')
  expect(await completeRefund(shop.deps, owed.refund, 'PAYA-1')).toBe(true)
  expect(await completeRefund(shop.deps, owed.refund, 'PAYA-1')).toBe(false)
  expect(await booksOf(id)).toEqual(NOTHING)
})

test('partial refunds are owed, include their share of VAT, and only the last one ends the subscription', async () => {
  const payer = await aPayer(shop)
  const id = await paid(payer)
  const first = await refundPayment(shop.deps, order(id, 333_333))
  expect(first).toMatchObject({ way: 'owed', isLast: false, withdrawn: null })
  expect(await shop.state(id)).toBe('paid')
  expect(await daysOf(payer)).toBe(30)
  expect(await refundPayment(shop.deps, order(id, TOTAL))).toEqual({
    state: 'too_much',
    left: TOTAL - 333_333,
  })
  await refundPayment(shop.deps, order(id, 1))
  const last = await refundPayment(shop.deps, order(id))
  expect(last).toMatchObject({ amount: TOTAL - 333_334, isLast: true, way: 'owed' })
  expect(await daysOf(payer)).toBe(0)
  expect(await booksOf(id)).toEqual({ bank: TOTAL, revenue: 0, vat: 0, refunds_due: -TOTAL })
  for (const refund of await listRefundsOf(shop.deps.db, id))
    await completeRefund(shop.deps, refund, 'PAYA')
  expect(await booksOf(id)).toEqual(NOTHING)
})

test('a refund can leave the purchase to its owner', async () => {
  const payer = await aPayer(shop)
  const id = await paid(payer)
  await refundPayment(shop.deps, order(id, null, { keepsAccess: true }))
  expect([await shop.state(id), await daysOf(payer)]).toEqual(['reversed', 30])
})

test('the payer is notified once, in the language of the payment, unless the refund is quiet', async () => {
  const payer = await aPayer(shop)
  const id = await paid(payer)
  const messages = () =>
    shop.deps.db.select().from(notifications).where(eq(notifications.userId, payer.user.id))
  await refundPayment(shop.deps, order(id, 110_000, { isTold: true }))
  await refundPayment(shop.deps, order(id, 110_000))
  await refundPayment(shop.deps, order(id, 9_000_000, { isTold: true }))
  expect(await messages()).toMatchObject([{ kind: 'account_changed' }])
  const [told] = await messages()
  expect(told?.text).toContain('۱۱٬۰۰۰ تومان')
})

test('a period that was bought after the refunded one begins at once', async () => {
  const payer = await aPayer(shop)
  const first = await paid(payer)
  await paid(payer)
  expect(await daysOf(payer)).toBe(60)
  await refundPayment(shop.deps, order(first))
  expect(await daysOf(payer)).toBe(30)
  const open = (await shop.periods(payer)).filter(({ revokedAt }) => revokedAt === null)
  expect(open.map(({ startsAt }) => startsAt.getTime())).toEqual([shop.clock.now().getTime()])
})

describe('payments that cannot be refunded', () => {
  test('are unknown payments, open invoices and gifts', async () => {
    const payer = await aPayer(shop)
    expect(await refundPayment(shop.deps, order('none'))).toMatchObject({ state: 'unknown' })
    const { id } = await shop.order(payer)
    expect(await refundPayment(shop.deps, order(id))).toMatchObject({ state: 'unpaid' })
    const gift = await payer.api(createSubscription, { body: { voucher_code: 'GIFT-30' } })
    expect(await refundPayment(shop.deps, order(gift.transaction_id))).toMatchObject({
      state: 'unpaid',
    })
  })

  test('are payments that were already refunded', async () => {
    const id = await paid(await aPayer(shop))
    await refundPayment(shop.deps, order(id))
    expect(await refundPayment(shop.deps, order(id))).toMatchObject({ state: 'unpaid' })
  })
})

test('16 concurrent refunds return no more than was paid', async () => {
  const id = await paid(await aPayer(shop))
  const amounts = Array.from({ length: 16 }, () => 300_000)
  const done = await Promise.all(amounts.map(amount => refundPayment(shop.deps, order(id, amount))))
  expect(done.filter(({ state }) => state === 'refunded')).toHaveLength(5)
  expect(done.filter(({ state }) => state === 'too_much')).toHaveLength(11)
  const whole = await paid(await aPayer(shop))
  const same = await Promise.all(amounts.map(() => refundPayment(shop.deps, order(whole))))
  expect(same.filter(({ state }) => state === 'refunded')).toHaveLength(1)
  expect(await booksOf(whole)).toEqual(NOTHING)
})

test('the database rejects refunds above the amount paid, from 16 connections at once', async () => {
  const id = await paid(await aPayer(shop))
  const tried = await Promise.allSettled(
    Array.from({ length: 16 }, () =>
      shop.deps.db
        .insert(refunds)
        .values({ id: newId(), paymentId: id, amount: 500_000, reason: 'race' }),
    ),
  )
  const rejected = tried.filter(result => result.status === 'rejected')
  expect(tried.length - rejected.length).toBe(3)
  for (const { reason } of rejected)
    expect(databaseError(reason)?.constraint).toBe('refunds_within_payment')
})

test('refunds whose shares of VAT are rounded leave no VAT in the books', async () => {
  const id = await paid(await aPayer(shop))
  // An eleventh of each is no whole rial.
  for (const amount of [500_010, 500_010, null]) await refundPayment(shop.deps, order(id, amount))
  expect((await booksOf(id)).vat).toBe(0)
})

test('the parts of any refund add up to the VAT of its invoice', () => {
  const parts = fc.array(fc.integer({ min: 1, max: 5_000_000 }), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(parts, fc.integer({ min: 0, max: 10 }), (amounts, percent) => {
      const total = amounts.reduce((sum, amount) => sum + amount, 0)
      const row = { total, vat: Math.round((total * percent) / (100 + percent)) }
      let [given, vat] = [0, 0]
      for (const amount of amounts) {
        const part = vatUpTo(row, given + amount) - vatUpTo(row, given)
        expect(part).toBeGreaterThanOrEqual(0)
        expect(part).toBeLessThanOrEqual(amount)
        given += amount
        vat += part
      }
      expect(vat).toBe(row.vat)
    }),
  )
})

describe('asking the bank again', () => {
  test('finds a payment whose payer never returned', async () => {
    const payer = await aPayer(shop)
    const { id, page } = await shop.order(payer)
    await shop.atBank(page, 'vanish')
    expect(await recheckPayment(shop.deps, id)).toEqual({
      state: 'asked',
      bank: 'paid',
      before: 'redirected',
      after: 'paid',
    })
    expect(await daysOf(payer)).toBe(30)
    expect(await recheckPayment(shop.deps, id)).toMatchObject({ bank: 'verified', after: 'paid' })
  })

  test('ends a payment that was cancelled there, and reports if there is no answer', async () => {
    const { id, page } = await shop.order(await aPayer(shop))
    await shop.fault('zarinpal.inquiry', 'timeout')
    expect(await recheckPayment(shop.deps, id)).toMatchObject({ bank: null, after: 'redirected' })
    await shop.atBank(page, 'cancel')
    expect(await recheckPayment(shop.deps, id)).toMatchObject({ bank: 'failed', after: 'failed' })
  })

  test('repeats a refund that the bank had refused', async () => {
    const id = await paid(await aPayer(shop))
    await shop.fault('zarinpal.*', 'error_500', 2)
    await refundPayment(shop.deps, order(id))
    await shop.noFaults()
    await shop.deps.db.update(refunds).set({ state: 'failed' }).where(eq(refunds.paymentId, id))
    await recheckPayment(shop.deps, id)
    expect(await listRefundsOf(shop.deps.db, id)).toMatchObject([{ state: 'done' }])
    expect(await booksOf(id)).toEqual(NOTHING)
  })

  test('recognises a payment that never was at a bank', async () => {
    const body = { package_id: 'month-1' }
    const made = await (await aPayer(shop)).api(createSubscription, { body })
    expect(await recheckPayment(shop.deps, made.transaction_id)).toEqual({ state: 'never_at_bank' })
    expect(await recheckPayment(shop.deps, 'none')).toEqual({ state: 'unknown' })
  })
})
