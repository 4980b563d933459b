import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createSubscription,
  getTransaction,
  listSubscriptions,
  paySubscription,
} from '#src/contract/endpoints/checkout.ts'
import { toFailure } from '#src/lib/api/failure.ts'
import { beginPayment } from '#src/service/commerce/checkout/begin-payment.ts'
import { aPayer, openShop, type Shop } from '#tests/support/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.stopShop())

const TOTAL = 1_639_000

test.each(['zarinpal', 'zibal'])('a payment by %s becomes one subscription', async gateway => {
  const payer = await aPayer(shop)
  const { id, page } = await shop.order(payer, { gateway_id: gateway })
  expect(await shop.state(id)).toBe('redirected')
  const callback = await shop.atBank(page, 'pay')
  expect(callback).toContain(`/payments/${gateway}/callback`)
  expect(await shop.comeBack(callback ?? '')).toBe(`/packages/successPayment?id=${id}`)
  const paid = await payer.api(getTransaction, { params: { id } })
  expect(paid).toMatchObject({ status: 'paid', amount: TOTAL, card: '603799******0006' })
  expect(paid.reference).toMatch(/^\d{9}$/)
  const { current } = await payer.api(listSubscriptions, {})
  expect(current).toMatchObject({ remaining_days: 30, price_paid: TOTAL / 10 })
})

test('two calls that open the page of the bank at once get the same page', async () => {
  const person = await aPayer(shop)
  const body = { package_id: 'month-1' }
  const { transaction_id: id } = await person.api(createSubscription, { body })
  // Each has a page of the bank before either of them stores it.
  let count = 0
  const both = Promise.withResolvers<void>()
  const failpoint = async (point: string) => {
    if (point !== 'pay:requested') return
    count += 1
    if (count === 2) both.resolve()
    await both.promise
  }
  const payer = {
    userId: person.user.id,
    siteOrigin: 'http://service',
    language: 'fa',
  } as const
  const deps = { ...shop.deps, failpoint }
  const [one, other] = await Promise.all([
    beginPayment(deps, id, payer),
    beginPayment(deps, id, payer),
  ])
  expect(count).toBe(2)
  expect(one).toBe(other)
})

test('a second subscription begins when the first one ends', async () => {
  const payer = await aPayer(shop)
  for (const package_id of ['month-1', 'month-3']) {
    const { page } = await shop.order(payer, { package_id })
    await shop.comeBack((await shop.atBank(page, 'pay')) ?? '')
  }
  const [first, second] = await shop.periods(payer)
  expect(second?.startsAt).toEqual(first?.endsAt)
  expect(Number(second?.endsAt) - Number(second?.startsAt)).toBe(90 * 86_400_000)
})

test('a payer who cancels at the bank returns to a page that says so, and may try again', async () => {
  const payer = await aPayer(shop)
  const { id, page } = await shop.order(payer)
  const callback = (await shop.atBank(page, 'cancel')) ?? ''
  expect(await shop.comeBack(callback)).toBe(`/payment?id=${id}`)
  const failed = await payer.api(getTransaction, { params: { id } })
  expect(failed).toMatchObject({ status: 'failed', failure_reason: 'cancelled' })
  expect(await shop.periods(payer)).toHaveLength(0)
})

test('a bank may send the browser back by POST from its own site', async () => {
  const payer = await aPayer(shop)
  const { id, page } = await shop.order(payer)
  const callback = new URL((await shop.atBank(page, 'pay')) ?? '')
  const location = await shop.comeBack(callback.pathname, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      'Sec-Fetch-Site': 'cross-site',
    },
    body: callback.searchParams.toString(),
  })
  expect(location).toBe(`/packages/successPayment?id=${id}`)
})

test('the reply after the bank is in the language of the payer', async () => {
  const payer = await aPayer(shop)
  const english = shop.as({ ...payer, language: 'en' })
  const body = { package_id: 'month-1' }
  const { transaction_id } = await english(createSubscription, { body })
  const { redirect_url } = await english(paySubscription, { body: { transaction_id } })
  const callback = (await shop.atBank(redirect_url, 'pay')) ?? ''
  expect(await shop.comeBack(callback)).toBe(`/en/packages/successPayment?id=${transaction_id}`)
})

test('the return path is stored with the invoice if it is a path', async () => {
  const payer = await aPayer(shop)
  const order = (return_path: string) =>
    payer.api(createSubscription, { body: { package_id: 'month-1', return_path } })
  const { transaction_id: id } = await order('/play/aB3?t=75')
  const { return_path } = await payer.api(getTransaction, { params: { id } })
  expect(return_path).toBe('/play/aB3?t=75')
  for (const path of ['https://elsewhere.example', '//elsewhere.example', '/\\elsewhere', '/a\nb'])
    expect(await order(path).catch(toFailure)).toMatchObject({ result: 'validation_error' })
})

test('paying the same invoice twice redirects to the same page of the bank', async () => {
  const payer = await aPayer(shop)
  const { id, page } = await shop.order(payer)
  const again = await payer.api(paySubscription, { body: { transaction_id: id } })
  expect(again.redirect_url).toBe(page)
})

test('the ledger balances', async () => {
  const { bank = 0, revenue = 0, vat = 0, refunds_due } = await shop.ledger()
  expect(bank).toBeGreaterThan(0)
  expect(bank + revenue + vat).toBe(0)
  expect(refunds_due).toBe(0)
  expect(vat * 10).toBe(revenue)
})
