// Faults of banks, and of payers with their browser.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  createSubscription,
  getTransaction,
  paySubscription,
} from '#src/contract/endpoints/checkout.ts'
import { RECONCILE_MINUTES } from '#src/contract/limits.ts'
import { toFailure } from '#src/lib/api/failure.ts'
import { aPayer, openShop, type Shop } from '#tests/support/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterEach(() => shop.noFaults())
afterAll(() => shop.stopShop())

async function paidAtBank(gateway: 'zarinpal' | 'zibal' = 'zarinpal') {
  const payer = await aPayer(shop)
  const { id, page } = await shop.order(payer, { gateway_id: gateway })
  return { payer, id, page, callback: (await shop.atBank(page, 'pay')) ?? '' }
}

test('32 concurrent callbacks grant once', async () => {
  const { payer, id, callback } = await paidAtBank()
  const replies = await Promise.all(Array.from({ length: 32 }, () => shop.comeBack(callback)))
  expect(new Set(replies.map(reply => reply.split('?')[1]))).toEqual(new Set([`id=${id}`]))
  expect(await shop.state(id)).toBe('paid')
  expect(await shop.periods(payer)).toHaveLength(1)
})

test('a repeated callback grants nothing more', async () => {
  const { payer, callback } = await paidAtBank()
  await shop.comeBack(callback)
  shop.clock.advance({ days: 2 })
  await shop.comeBack(callback)
  expect(await shop.periods(payer)).toHaveLength(1)
})

test.each([
  '/payments/zarinpal/callback',
  '/payments/zarinpal/callback?Authority=A00000000000000000000000000000000000&Status=OK',
  "/payments/zarinpal/callback?Authority=';drop table transactions;--&Status=OK",
  '/payments/zibal/callback?trackId=1234567890&success=1',
  '/payments/nobody/callback?Authority=x',
])('an unknown authority grants nothing: %s', async path => {
  expect(await shop.comeBack(path)).toBe('/payment?status=unknown')
})

test('the payment of another user is answered like an unknown one', async () => {
  const { id } = await paidAtBank()
  const stranger = await aPayer(shop)
  const reply = await stranger.api(getTransaction, { params: { id } }).catch(toFailure)
  expect(reply).toMatchObject({ status: 404, result: 'not_found' })
  const pay = await stranger.api(paySubscription, { body: { transaction_id: id } }).catch(toFailure)
  expect(pay).toMatchObject({ status: 404 })
})

test('a payer who reports OK without having paid gets nothing', async () => {
  const payer = await aPayer(shop)
  const { id, page } = await shop.order(payer)
  const authority = page.split('/').at(-1)
  await shop.comeBack(`${shop.callbackOf(id)}?Authority=${authority}&Status=OK`)
  expect(await shop.state(id)).toBe('redirected')
  expect(await shop.periods(payer)).toHaveLength(0)
})

test('a payer who reports NOK after having paid still gets the subscription', async () => {
  const { payer, id, callback } = await paidAtBank()
  await shop.comeBack(callback.replace('Status=OK', 'Status=NOK'))
  expect(await shop.state(id)).toBe('paid')
  expect(await shop.periods(payer)).toHaveLength(1)
})

describe.each(['zarinpal', 'zibal'] as const)('if %s', gateway => {
  test.each(['timeout', 'lost_reply', 'error_500', 'html', 'drip'] as const)(
    'answers a verification with %s, the payment waits and is granted once',
    async fault => {
      const { payer, id, callback } = await paidAtBank(gateway)
      await shop.fault(`${gateway}.verify`, fault)
      expect(await shop.comeBack(callback)).toBe(`/payment?id=${id}`)
      const { status } = await payer.api(getTransaction, { params: { id } })
      expect(status).toBe('verifying')
      await shop.minutes(3)
      expect(await shop.state(id)).toBe('paid')
      expect(await shop.periods(payer)).toHaveLength(1)
    },
  )

  test.each(['timeout', 'error_500', 'html'] as const)(
    'answers a request with %s, nothing is lost and paying again works',
    async fault => {
      const payer = await aPayer(shop)
      const body = { package_id: 'month-1', gateway_id: gateway }
      const { transaction_id } = await payer.api(createSubscription, { body })
      await shop.fault(`${gateway}.request`, fault)
      const pay = () => payer.api(paySubscription, { body: { transaction_id } })
      const result = fault === 'timeout' ? 'gateway_timeout' : 'gateway_unavailable'
      expect(await pay().catch(toFailure)).toMatchObject({ result })
      expect((await pay()).redirect_url).toContain(`/fake/${gateway}/`)
    },
  )

  test('verifies twice, the payment still counts as paid', async () => {
    const { payer, id, callback } = await paidAtBank(gateway)
    await shop.fault(`${gateway}.verify`, 'verify_twice')
    await shop.comeBack(callback)
    expect(await shop.state(id)).toBe('paid')
    expect(await shop.periods(payer)).toHaveLength(1)
  })

  test('does not know the authority at first, it is asked again and the payment is granted once', async () => {
    const { payer, id, callback } = await paidAtBank(gateway)
    await shop.fault(`${gateway}.verify`, 'unknown_authority')
    await shop.comeBack(callback)
    expect(await shop.state(id)).toBe('needs_review')
    expect(await shop.periods(payer)).toHaveLength(0)
    await shop.minutes(2)
    expect(await shop.state(id)).toBe('paid')
    expect(await shop.periods(payer)).toHaveLength(1)
  })

  test('is paid by a payer who closes the window, the reconciliation finds the payment', async () => {
    const payer = await aPayer(shop)
    const { id, page } = await shop.order(payer, { gateway_id: gateway })
    await shop.atBank(page, 'vanish')
    await shop.minutes(5)
    expect(await shop.state(id)).toBe('paid')
    expect(await shop.periods(payer)).toHaveLength(1)
  })

  test('is left without paying, the invoice expires', async () => {
    const payer = await aPayer(shop)
    const { id } = await shop.order(payer, { gateway_id: gateway })
    await shop.minutes(46)
    expect(await shop.state(id)).toBe('expired')
  })
})

test('a payer who waits on the page sees a payment made elsewhere within seconds', async () => {
  const payer = await aPayer(shop)
  const { id, page } = await shop.order(payer)
  const look = async () => (await payer.api(getTransaction, { params: { id } })).status
  await shop.atBank(page, 'vanish')
  expect(await look()).toBe('redirected')
  shop.clock.advance({ seconds: 10 })
  expect(await look()).toBe('paid')
})

test('a payment of an amount other than the invoice grants nothing', async () => {
  const { payer, id, callback } = await paidAtBank()
  await shop.fault('zarinpal.verify', 'wrong_amount')
  await shop.comeBack(callback)
  expect(await shop.state(id)).toBe('failed')
  const owed = await paidAtBank('zibal')
  await shop.fault('zibal.verify', 'wrong_amount')
  await shop.comeBack(owed.callback)
  expect(await shop.state(owed.id)).toBe('reversed')
  expect([...(await shop.periods(payer)), ...(await shop.periods(owed.payer))]).toEqual([])
})

test('a payment made long after the invoice expired is granted once', async () => {
  const payer = await aPayer(shop)
  const { id, page } = await shop.order(payer)
  await shop.minutes(46)
  expect(await shop.state(id)).toBe('expired')
  await shop.atBank(page, 'vanish')
  await shop.minutes(RECONCILE_MINUTES)
  expect(await shop.state(id)).toBe('paid')
  expect(await shop.periods(payer)).toHaveLength(1)
})

test('a double press creates one invoice and one page of the bank', async () => {
  const payer = await aPayer(shop)
  const press = async () => {
    const options = { idempotencyKey: 'one-press' }
    const made = await payer
      .api(createSubscription, { body: { package_id: 'month-1' } }, options)
      .catch(() => null)
    return made?.transaction_id
  }
  const first = await press()
  const again = await Promise.all([press(), press(), press()])
  expect(new Set([first, ...again])).toEqual(new Set([first]))
})
