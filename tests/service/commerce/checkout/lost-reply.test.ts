// The process dies after the work and before the reply; the same call, repeated, gets the reply that was lost.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSubscription } from '#src/contract/endpoints/checkout.ts'
import { buyCinemaTicket, listCinemaTickets } from '#src/contract/endpoints/cinema.ts'
import { toFailure } from '#src/lib/api/failure.ts'
import { aCinemaFilm } from '#tests/support/rows.ts'
import { aPayer, aVoucher, openShop, type Shop } from '#tests/support/shop.ts'

let shop: Shop
let isCut = false
beforeAll(async () => {
  const failpoint = (point: string) => {
    if (!isCut || point !== 'create:after') return
    isCut = false
    throw new Error('the reply is lost')
  }
  shop = await openShop({ env: { LOG_LEVEL: 'silent' }, overrides: { failpoint } })
})
afterAll(() => shop.stopShop())

async function lost(call: () => Promise<unknown>): Promise<void> {
  isCut = true
  expect(await call().catch(toFailure)).toMatchObject({ status: 500 })
}

test('a gift code returns the same success, and one subscription', async () => {
  const payer = await aPayer(shop)
  const code = await aVoucher(shop, { kind: 'gift', percent: null, giftDays: 30 })
  const redeem = (idempotencyKey: string) =>
    payer.api(createSubscription, { body: { voucher_code: code } }, { idempotencyKey })
  await lost(() => redeem('one'))
  const again = await redeem('one')
  expect(again).toMatchObject({ is_activated: true, invoice: { voucher_code: code, total: 0 } })
  expect(await redeem('one')).toEqual(again)
  const [period, ...more] = await shop.periods(payer)
  expect([period?.paymentId, more]).toEqual([again.transaction_id, []])
  expect(await redeem('two').catch(toFailure)).toMatchObject({ result: 'voucher_used' })
})

test('an invoice is the same invoice', async () => {
  const payer = await aPayer(shop)
  const buy = () =>
    payer.api(createSubscription, { body: { package_id: 'month-1' } }, { idempotencyKey: 'one' })
  await lost(buy)
  expect((await buy()).transaction_id).toBe((await buy()).transaction_id)
})

test('a ticket that costs nothing is the same ticket', async () => {
  const payer = await aPayer(shop)
  const id = await aCinemaFilm(shop.deps.db)
  const discountCode = await aVoucher(shop, { percent: 100 })
  const body = { gateway_id: 'zarinpal', discountCode }
  const buy = () => payer.api(buyCinemaTicket, { params: { id }, body }, { idempotencyKey: 'one' })
  await lost(buy)
  const { transaction_id, redirect_url } = await buy()
  expect([transaction_id.length > 0, redirect_url]).toEqual([true, null])
  expect((await payer.api(listCinemaTickets, { query: {} })).total).toBe(1)
})
