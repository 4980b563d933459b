import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  checkVoucher,
  createSubscription,
  getPaymentGateways,
  getPaymentGatewaysWithVoucher,
  getTransaction,
  groupPackages,
} from '#src/contract/endpoints/checkout.ts'
import { toFailure } from '#src/lib/api/failure.ts'
import { releaseVoucher } from '#src/service/commerce/checkout/vouchers.ts'
import { inTransaction } from '#src/service/platform/db/open.ts'
import { payments, vouchers } from '#src/service/platform/db/schema/checkout.ts'
import { aPayer, aVoucher, openShop, type Person, type Shop } from '#tests/support/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.stopShop())

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    error => {
      const failure = toFailure(error)
      return failure.kind === 'api_error' ? failure : null
    },
  )

const fieldsOf = async (work: Promise<unknown>) =>
  Object.keys((await failureOf(work))?.errors ?? {})

async function apiErrorOf(work: Promise<unknown>): Promise<string> {
  return (await failureOf(work))?.result ?? 'nothing'
}

async function used(code: string): Promise<number | undefined> {
  const [row] = await shop.deps.db.select().from(vouchers).where(eq(vouchers.code, code))
  return row?.used
}

const redeemGift = (person: Person, code: string) =>
  person.api(createSubscription, { body: { voucher_code: code } })

test('DEMO-50 halves the price, in the list and in the invoice', async () => {
  const payer = await aPayer(shop)
  const { groups } = await payer.api(groupPackages, { body: { voucher_code: 'demo-50' } })
  expect(groups[0]?.packages[0]).toMatchObject({ id: 'month-1', discount: 745_000, total: 819_500 })
  const { id } = await shop.order(payer, { voucher_code: 'DEMO-50' })
  const { amount, invoice } = await payer.api(getTransaction, { params: { id } })
  expect(amount).toBe(819_500)
  expect(invoice.voucher_code).toBe('DEMO-50')
  expect(invoice.items.reduce((sum, item) => sum + item.amount, 0)).toBe(invoice.total)
})

test('a gift code becomes a subscription at once, and once per user', async () => {
  const payer = await aPayer(shop)
  const { kind, package: given } = await payer.api(checkVoucher, { query: { code: 'GIFT-30' } })
  expect([kind, given?.duration_days]).toEqual(['gift', 30])
  const { is_activated, invoice } = await redeemGift(payer, 'GIFT-30')
  expect([is_activated, invoice.total]).toEqual([true, 0])
  expect(await shop.periods(payer)).toHaveLength(1)
  expect(await apiErrorOf(redeemGift(payer, 'GIFT-30'))).toBe('voucher_used')
})

test('a code that has expired, is unknown or belongs to another package is refused', async () => {
  const payer = await aPayer(shop)
  const elsewhere = await aVoucher(shop, { packageId: 'month-12' })
  const unripe = await aVoucher(shop, { startsAt: new Date('2100-01-01') })
  for (const code of ['PAST-10', 'NONE-1', unripe])
    expect(await apiErrorOf(payer.api(checkVoucher, { query: { code } }))).toBe('invalid_voucher')
  const query = { code: elsewhere, package_id: 'month-1' }
  expect(await apiErrorOf(payer.api(checkVoucher, { query }))).toBe('invalid_voucher')
})

test('a user who guesses codes has to wait', async () => {
  const payer = await aPayer(shop)
  const results: string[] = []
  for (let guess = 0; guess < 12; guess++)
    results.push(await apiErrorOf(payer.api(checkVoucher, { query: { code: `GUESS-${guess}` } })))
  expect(results.at(0)).toBe('invalid_voucher')
  expect(results.at(-1)).toBe('too_many_requests')
  expect(await apiErrorOf(payer.api(checkVoucher, { query: { code: 'DEMO-50' } }))).toBe(
    'too_many_requests',
  )
})

test('of 100 concurrent wrong codes ten are looked up, and a right one is not counted', async () => {
  const payer = await aPayer(shop)
  for (let right = 0; right < 15; right++)
    await payer.api(checkVoucher, { query: { code: 'DEMO-50' } })
  const results = await Promise.all(
    Array.from({ length: 100 }, (_, guess) =>
      apiErrorOf(payer.api(checkVoucher, { query: { code: `GUESS-${guess}` } })),
    ),
  )
  expect(results.filter(result => result === 'invalid_voucher')).toHaveLength(10)
  expect(results.filter(result => result === 'too_many_requests')).toHaveLength(90)
})

test('a code can be used again after the payment failed', async () => {
  const payer = await aPayer(shop)
  const code = await aVoucher(shop)
  const { page } = await shop.order(payer, { voucher_code: code })
  expect(await used(code)).toBe(1)
  await shop.comeBack((await shop.atBank(page, 'cancel')) ?? '')
  expect(await used(code)).toBe(0)
})

test('a code can be used again after the invoice expired', async () => {
  const payer = await aPayer(shop)
  const code = await aVoucher(shop)
  const body = { package_id: 'month-1', voucher_code: code }
  const { transaction_id: id } = await payer.api(createSubscription, { body })
  await shop.minutes(31)
  expect([await shop.state(id), await used(code)]).toEqual(['expired', 0])
})

test('an invoice that ends twice gives the use of its code back once', async () => {
  const code = await aVoucher(shop, { maxUses: 2 })
  const [{ id }] = await Promise.all([
    shop.order(await aPayer(shop), { voucher_code: code }),
    shop.order(await aPayer(shop), { voucher_code: code }),
  ])
  const [row] = await shop.deps.db.select().from(payments).where(eq(payments.id, id))
  const { voucherId } = row ?? { voucherId: null }
  for (let time = 0; time < 2; time++)
    await inTransaction(shop.deps.db, tx => releaseVoucher(tx, { id, voucherId }, shop.deps.now()))
  expect(await used(code)).toBe(1)
})

test('a payer who leaves the bank may choose again with the same code', async () => {
  const payer = await aPayer(shop)
  const code = await aVoucher(shop)
  const left = await shop.order(payer, { voucher_code: code })
  const { id, page } = await shop.order(payer, { voucher_code: code, package_id: 'month-3' })
  expect([await shop.state(left.id), await used(code)]).toEqual(['expired', 1])
  await shop.comeBack((await shop.atBank(page, 'pay')) ?? '')
  expect([await shop.state(id), await used(code)]).toEqual(['paid', 1])
})

test('a late payment whose code was used up meanwhile is refunded', async () => {
  const payer = await aPayer(shop)
  const code = await aVoucher(shop)
  const late = await shop.order(payer, { voucher_code: code })
  const { page } = await shop.order(payer, { voucher_code: code })
  await shop.comeBack((await shop.atBank(page, 'pay')) ?? '')
  await shop.comeBack((await shop.atBank(late.page, 'pay')) ?? '')
  const payment = await payer.api(getTransaction, { params: { id: late.id } })
  expect([payment.status, payment.failure_reason]).toEqual(['reversed', 'voucher'])
  expect(await shop.periods(payer)).toHaveLength(1)
  expect((await shop.ledger()).refunds_due).toBe(0)
})

test('64 concurrent users of a code with one use: one gets it', async () => {
  const code = await aVoucher(shop, { kind: 'gift', giftDays: 30, percent: null })
  const people = await Promise.all(Array.from({ length: 64 }, () => aPayer(shop)))
  const results = await Promise.all(people.map(person => apiErrorOf(redeemGift(person, code))))
  expect(results.filter(result => result === 'nothing')).toHaveLength(1)
  expect(new Set(results)).toEqual(new Set(['nothing', 'voucher_used']))
  const periods = await Promise.all(people.map(person => shop.periods(person)))
  expect(periods.flat()).toHaveLength(1)
  expect(await used(code)).toBe(1)
})

test('one user with 16 concurrent requests for a code with many uses: it counts once', async () => {
  const code = await aVoucher(shop, { kind: 'gift', giftDays: 30, percent: null, maxUses: 100 })
  const payer = await aPayer(shop)
  await Promise.all(Array.from({ length: 16 }, () => apiErrorOf(redeemGift(payer, code))))
  expect(await shop.periods(payer)).toHaveLength(1)
  expect(await used(code)).toBe(1)
})

test('an error names package and code as the call does', async () => {
  const { api } = await aPayer(shop)
  const byDebit = { packageId: 'month-auto' }
  expect(await fieldsOf(api(getPaymentGateways, { params: byDebit }))).toEqual(['packageId'])
  const wrong = 'NO-SUCH-CODE'
  const params = { packageId: 'month-1', voucherCode: wrong }
  expect(await fieldsOf(api(groupPackages, { body: { voucher_code: wrong } }))).toEqual([
    'voucher_code',
  ])
  expect(await fieldsOf(redeemGift({ api } as Person, wrong))).toEqual(['voucher_code'])
  expect(await fieldsOf(api(checkVoucher, { query: { code: wrong } }))).toEqual(['code'])
  expect(await fieldsOf(api(getPaymentGatewaysWithVoucher, { params }))).toEqual(['voucherCode'])
  const short = { ...params, voucherCode: 'é' }
  expect(await fieldsOf(api(getPaymentGatewaysWithVoucher, { params: short }))).toEqual([
    'voucherCode',
  ])
})
