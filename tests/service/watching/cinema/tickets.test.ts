import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  buyCinemaTicket,
  getCinemaInvoice,
  getCinemaTransaction,
  listCinemaGateways,
  listCinemaTickets,
} from '#src/contract/endpoints/cinema.ts'
import { toFailure } from '#src/lib/api/failure.ts'
import { startTicket } from '#src/service/commerce/entitlements/cinema-tickets.ts'
import { aCinemaFilm, aContent } from '#tests/support/rows.ts'
import { aPayer, openShop, type Person, type Shop } from '#tests/support/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.stopShop())

const aFilm = (said: { ticketPrice?: number } = {}) => aCinemaFilm(shop.deps.db, said)

async function buy(person: Person, id: string, discountCode?: string) {
  const body = { gateway_id: 'zarinpal', ...(discountCode ? { discountCode } : {}) }
  const made = await person.api(buyCinemaTicket, { params: { id }, body })
  return { id: made.transaction_id, page: made.redirect_url ?? '' }
}

async function statuses(person: Person): Promise<string[]> {
  const { items } = await person.api(listCinemaTickets, { query: {} })
  return items.map(({ status }) => status)
}

test('a ticket costs its price and the tax, and half with a code', async () => {
  const [payer, id] = [await aPayer(shop), await aFilm()]
  const { gateways } = await payer.api(listCinemaGateways)
  expect(gateways.map(gateway => gateway.id)).toEqual(['zarinpal', 'zibal'])
  const { invoice, ticket } = await payer.api(getCinemaInvoice, { params: { id }, query: {} })
  expect([invoice.total, ticket.valid_hours]).toEqual([990_000, 48])
  const query = { discountCode: 'DEMO-50', referalToken: 'friend' }
  const lowered = await payer.api(getCinemaInvoice, { params: { id }, query })
  expect(lowered.invoice.total).toBe(495_000)
})

test('a paid ticket is unused, and its hours start with the first play', async () => {
  const [payer, filmId] = [await aPayer(shop), await aFilm()]
  const { id, page } = await buy(payer, filmId)
  expect(await shop.comeBack((await shop.atBank(page, 'pay')) ?? '')).toBe(`/payment?id=${id}`)
  const payment = await payer.api(getCinemaTransaction, { params: { id } })
  expect(payment).toMatchObject({ status: 'paid', kind: 'ticket', content: { id: filmId } })
  shop.clock.advance({ days: 10 })
  expect(await statuses(payer)).toEqual(['unused'])
  await startTicket(shop.deps, payer.user.id, filmId)
  shop.clock.advance({ hours: 47 })
  expect(await statuses(payer)).toEqual(['running'])
  shop.clock.advance({ hours: 2 })
  expect(await statuses(payer)).toEqual(['ended'])
})

test('a user has one ticket per title, and may buy another after it has ended', async () => {
  const [payer, filmId] = [await aPayer(shop), await aFilm()]
  const first = await buy(payer, filmId)
  await shop.comeBack((await shop.atBank(first.page, 'pay')) ?? '')
  expect(await buy(payer, filmId).catch(toFailure)).toMatchObject({ result: 'conflict' })
  await startTicket(shop.deps, payer.user.id, filmId)
  shop.clock.advance({ hours: 49 })
  const second = await buy(payer, filmId)
  await shop.comeBack((await shop.atBank(second.page, 'pay')) ?? '')
  expect(await statuses(payer)).toEqual(['unused', 'ended'])
})

test('of two payments for one ticket one gives the ticket, and the other is refunded', async () => {
  const [payer, filmId] = [await aPayer(shop), await aFilm()]
  const orders = await Promise.all([buy(payer, filmId), buy(payer, filmId)])
  const callbacks = await Promise.all(orders.map(({ page }) => shop.atBank(page, 'pay')))
  await Promise.all(callbacks.map(callback => shop.comeBack(callback ?? '')))
  const states = await Promise.all(orders.map(({ id }) => shop.state(id)))
  expect(states.sort()).toEqual(['paid', 'reversed'])
  expect(await statuses(payer)).toEqual(['unused'])
  expect((await shop.ledger()).refunds_due).toBe(0)
})

test("a stranger's callback does not change a ticket, and its late payment gives the ticket", async () => {
  const [payer, filmId] = [await aPayer(shop), await aFilm()]
  const { id, page } = await buy(payer, filmId)
  const authority = page.split('/').at(-1)
  for (const status of ['OK', 'NOK'])
    expect(
      await shop.comeBack(`/payments/zarinpal/callback?Authority=${authority}&Status=${status}`),
    ).toBe('/payment?status=unknown')
  expect(await shop.state(id)).toBe('redirected')
  await shop.minutes(50)
  expect(await shop.state(id)).toBe('expired')
  await shop.atBank(page, 'vanish')
  await shop.minutes(15)
  expect([await shop.state(id), await statuses(payer)]).toEqual(['paid', ['unused']])
})

test('a film without a ticket has no invoice, and a gift buys no ticket', async () => {
  const payer = await aPayer(shop)
  const free = await aContent(shop.deps.db)
  const none = payer.api(getCinemaInvoice, { params: { id: free }, query: {} })
  expect(await none.catch(toFailure)).toMatchObject({ status: 404 })
  const id = await aFilm()
  const gift = payer.api(getCinemaInvoice, { params: { id }, query: { discountCode: 'GIFT-30' } })
  expect(await gift.catch(toFailure)).toMatchObject({ result: 'invalid_voucher' })
})

test('the ticket payment of another user is answered like an unknown one', async () => {
  const [payer, stranger] = [await aPayer(shop), await aPayer(shop)]
  const { id } = await buy(payer, await aFilm())
  const seen = stranger.api(getCinemaTransaction, { params: { id } })
  expect(await seen.catch(toFailure)).toMatchObject({ status: 404 })
})
