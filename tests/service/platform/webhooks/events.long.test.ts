/** Changes of subscriptions, payments and tickets become one event each. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSupportTicket } from '#src/contract/endpoints/support.ts'
import { emitEndedSubscriptions } from '#src/service/commerce/entitlements/ended-subscriptions.ts'
import { subscriptions } from '#src/service/platform/db/schema/entitlements.ts'
import { listDeliveries } from '#src/service/platform/webhooks/deliveries.queries.ts'
import { addWebhookEndpoint } from '#src/service/platform/webhooks/endpoints.ts'
import { directDebit, MONTHLY } from '#tests/support/direct-debit.ts'
import { aPayer, openShop, type Person, type Shop } from '#tests/support/shop.ts'

let shop: Shop
let debit: ReturnType<typeof directDebit>
beforeAll(async () => {
  shop = await openShop()
  debit = directDebit(shop)
  // Earlier subscriptions are not reported.
  const payer = await aPayer(shop)
  await pay(payer)
  shop.clock.advance({ days: 31 })
  const url = 'https://crm.example/'
  await addWebhookEndpoint(shop.deps, { url, events: null, isInternal: false })
  await emitEndedSubscriptions(shop.deps)
  expect(await eventsOf(payer)).toEqual([])
})
afterAll(() => shop.stopShop())

async function pay(payer: Person, package_id = 'month-1'): Promise<string> {
  const { id, page } = await shop.order(payer, { package_id })
  await shop.comeBack((await shop.atBank(page, 'pay')) ?? '')
  return id
}
/** Returns the events in their order. */
async function eventsOf({ user }: Person) {
  const all = await listDeliveries(shop.deps.db, { count: 1_000 })
  return all
    .map(({ event }) => event)
    .filter(({ data }) => data.user === user.id)
    .reverse()
}
const typesOf = async (person: Person) => (await eventsOf(person)).map(({ type }) => type)

test('a subscription reports its start, its renewal and its end once each', async () => {
  const payer = await aPayer(shop)
  const payment = await pay(payer)
  shop.clock.advance({ minutes: 1 })
  await pay(payer)
  const [started, renewed] = await eventsOf(payer)
  expect(started).toMatchObject({
    type: 'subscription.started',
    data: { payment, source: 'purchase', package: 'month-1' },
  })
  expect(renewed).toMatchObject({
    type: 'subscription.renewed',
    data: { starts_at: started?.data.ends_at },
  })
  shop.clock.advance({ days: 31 })
  await emitEndedSubscriptions(shop.deps)
  expect(await typesOf(payer)).toHaveLength(2)
  shop.clock.advance({ days: 29 })
  await Promise.all(Array.from({ length: 16 }, () => emitEndedSubscriptions(shop.deps)))
  const [, , ended, ...more] = await eventsOf(payer)
  expect(more).toEqual([])
  expect(ended).toMatchObject({
    type: 'subscription.ended',
    data: { ended_at: renewed?.data.ends_at, is_revoked: false },
  })
  shop.clock.advance({ minutes: 1 })
  await pay(payer)
  expect((await typesOf(payer)).at(-1)).toBe('subscription.started')
})

test('a revoked subscription ends then, unless another period runs', async () => {
  const payer = await aPayer(shop)
  await pay(payer)
  shop.clock.advance({ minutes: 1 })
  await pay(payer)
  const [first, second] = await shop.periods(payer)
  const revoke = async (id = '') => {
    shop.clock.advance({ minutes: 1 })
    const revokedAt = shop.clock.now()
    await shop.deps.db.update(subscriptions).set({ revokedAt }).where(eq(subscriptions.id, id))
    await emitEndedSubscriptions(shop.deps)
  }
  await revoke(second?.id)
  expect(await typesOf(payer)).toHaveLength(2)
  await revoke(first?.id)
  expect((await eventsOf(payer)).at(-1)).toMatchObject({
    type: 'subscription.ended',
    data: { subscription: first?.id, is_revoked: true },
  })
})

test('a payment that was cancelled at the bank has failed, an abandoned one has not', async () => {
  const payer = await aPayer(shop)
  const { id, page } = await shop.order(payer)
  const callback = (await shop.atBank(page, 'cancel')) ?? ''
  await shop.comeBack(callback)
  await shop.comeBack(callback)
  await shop.order(payer)
  await shop.minutes(40)
  expect(await eventsOf(payer)).toMatchObject([
    { type: 'payment.failed', data: { payment: id, kind: 'subscription', retry_at: null } },
  ])
})

test('a failed debit reports when it is retried, and finally that it has ended', async () => {
  const payer = await aPayer(shop)
  const id = await debit.subscribe(payer)
  await shop.fault('vandar.withdrawal', 'refuse', 10)
  await debit.toNextCharge(id)
  for (let hour = 0; hour < 80; hour++) await debit.hours(1)
  await shop.noFaults()
  const [started, ...failed] = (await eventsOf(payer)).filter(
    ({ type }) => type !== 'subscription.ended',
  )
  expect(started).toMatchObject({
    type: 'subscription.started',
    data: { source: 'direct_debit' },
  })
  const [charge] = (await debit.charges(id)).slice(-1)
  expect(failed).toHaveLength(charge?.attempts ?? 0)
  expect(new Set(failed.map(({ data }) => data.payment))).toEqual(new Set([charge?.paymentId]))
  expect(failed.map(({ data }) => data.retry_at === null)).toEqual(
    failed.map((_, at) => at === failed.length - 1),
  )
  expect(failed[0]?.data).toMatchObject({ kind: 'direct_debit', amount: MONTHLY })
})

test('a ticket is reported without its text', async () => {
  const payer = await aPayer(shop)
  const body = { title: 'پخش نمی‌شود', text: 'تصویر نیست.', department: 'technical' as const }
  const { id, number } = await payer.api(createSupportTicket, { body })
  expect(await eventsOf(payer)).toMatchObject([
    {
      type: 'ticket.opened',
      data: { ticket: id, number, user: payer.user.id, department: 'technical' },
    },
  ])
  expect(JSON.stringify(await eventsOf(payer))).not.toMatch(/پخش|تصویر|09\d{9}/)
})
