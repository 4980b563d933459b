// A provider whose circuit breaker is open, as visitors and jobs see it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSubscription, listBanks, paySubscription } from '#src/contract/endpoints/checkout.ts'
import { reconcilePayments } from '#src/service/commerce/checkout/reconcile.ts'
import { createProviders } from '#src/service/platform/adapters/providers.ts'
import { createMetrics } from '#src/service/platform/http/metrics.ts'
import { apiErrorOf } from '#tests/support/api-errors.ts'
import { aPayer, openShop, type Shop } from '#tests/support/shop.ts'

let shop: Shop
beforeAll(async () => {
  const log = { info() {}, warn() {} }
  const providers = createProviders({ log, metrics: createMetrics(), pauseMs: 55_000 })
  shop = await openShop({ env: { LOG_LEVEL: 'silent' }, overrides: { providers } })
})
afterAll(() => shop.stopShop())

test('a visitor learns at once when to try again, the other bank works, and a pending payment waits', async () => {
  const person = await aPayer(shop)
  const open = await shop.order(person)
  await shop.atBank(open.page, 'vanish')
  const body = { package_id: 'month-1' }
  const { transaction_id } = await person.api(createSubscription, { body })
  await shop.fault('zarinpal.request', 'error_500', 1_000)
  const pay = () => person.api(paySubscription, { body: { transaction_id } })
  const results = []
  for (let count = 0; count < 12; count++) results.push((await apiErrorOf(pay())).result)
  expect(results.filter(result => result === 'provider_paused')).not.toHaveLength(0)
  const told = await apiErrorOf(pay())
  expect(told).toMatchObject({ status: 503, result: 'provider_paused' })
  expect(told.retryAfter).toBeGreaterThan(0)
  expect(told.retryAfter).toBeLessThanOrEqual(55)
  expect(told.message).toContain('کمتر از یک دقیقه دیگر دوباره تلاش کنید')

  shop.clock.advance({ minutes: 3 })
  await reconcilePayments(shop.deps)
  expect(await shop.state(open.id)).toBe('redirected')
  const other = await shop.order(await aPayer(shop), { gateway_id: 'zibal' })
  await shop.comeBack((await shop.atBank(other.page, 'pay')) ?? '')
  expect(await shop.state(other.id)).toBe('paid')
})

test('so is a visitor who lists the banks of direct debit', async () => {
  const person = await aPayer(shop)
  await shop.fault('vandar.banks', 'error_500', 10)
  for (let count = 0; count < 10; count++)
    expect(await apiErrorOf(person.api(listBanks))).toMatchObject({ result: 'gateway_unavailable' })
  expect(await apiErrorOf(person.api(listBanks))).toMatchObject({
    status: 503,
    result: 'provider_paused',
  })
})
