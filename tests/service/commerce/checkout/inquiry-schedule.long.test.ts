// A payment that ended here may still be paid at its bank, so the bank is asked until its own deadline has passed.
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { getTransaction } from '#src/contract/endpoints/checkout.ts'
import { BANK_HOURS, INVOICE_MINUTES, RECONCILE_MINUTES } from '#src/contract/limits.ts'
import { inquiryInterval } from '#src/service/commerce/checkout/inquiry-schedule.ts'
import { findPaymentRow, type PaymentRow } from '#src/service/commerce/checkout/payments.queries.ts'
import { nextPaymentStep } from '#src/service/commerce/checkout/reconcile.ts'
import type { BankState } from '#src/service/platform/adapters/payments/gateway.ts'
import { refunds } from '#src/service/platform/db/schema/checkout.ts'
import { aPayer, aVoucher, openShop, type Shop } from '#tests/support/shop.ts'

const GATEWAYS = ['zarinpal', 'zibal'] as const

let shop: Shop
const asked: string[] = []
beforeAll(async () => {
  const counted: typeof fetch = async (input, init) => {
    asked.push(`${new URL(String(input)).pathname} ${String(init?.body)}`)
    return fetch(input, init)
  }
  shop = await openShop({ env: { LOG_LEVEL: 'silent' }, overrides: { fetch: counted } })
})
afterEach(() => shop.noFaults())
afterAll(() => shop.stopShop())

async function refundsOf(id: string) {
  return shop.deps.db.select().from(refunds).where(eq(refunds.paymentId, id))
}

async function superseded(gateway_id: string) {
  const payer = await aPayer(shop)
  const voucher_code = await aVoucher(shop)
  const first = await shop.order(payer, { gateway_id, voucher_code })
  const second = await shop.order(payer, { gateway_id, voucher_code })
  expect(await shop.state(first.id)).toBe('expired')
  return { payer, first, second }
}

describe.each(GATEWAYS)('%s', gateway => {
  test('superseded, then paid alone: the code is used again, or the payment is refunded', async () => {
    const { payer, first } = await superseded(gateway)
    await shop.atBank(first.page, 'vanish')
    await shop.minutes(RECONCILE_MINUTES)
    // The second invoice holds the code, so a payment with it must be refunded.
    expect(await shop.state(first.id)).toBe('reversed')
    expect(await refundsOf(first.id)).toHaveLength(1)
    expect(await shop.periods(payer)).toEqual([])
  })

  test('superseded and both paid: one subscription and one refund', async () => {
    const { payer, first, second } = await superseded(gateway)
    await shop.comeBack((await shop.atBank(second.page, 'pay')) ?? '')
    await shop.atBank(first.page, 'vanish')
    await shop.minutes(RECONCILE_MINUTES)
    expect([await shop.state(first.id), await shop.state(second.id)]).toEqual(['reversed', 'paid'])
    expect([(await refundsOf(first.id)).length, (await refundsOf(second.id)).length]).toEqual([
      1, 0,
    ])
    expect((await shop.periods(payer)).map(({ paymentId }) => paymentId)).toEqual([second.id])
  })

  test('superseded by an invoice that expired, then paid: a subscription at the lower price', async () => {
    const { payer, first, second } = await superseded(gateway)
    await shop.minutes(50)
    expect(await shop.state(second.id)).toBe('expired')
    await shop.atBank(first.page, 'vanish')
    await shop.minutes(RECONCILE_MINUTES)
    expect(await shop.state(first.id)).toBe('paid')
    expect((await shop.periods(payer)).map(({ paymentId }) => paymentId)).toEqual([first.id])
    expect(await refundsOf(first.id)).toEqual([])
  })

  test.each([1, 6, BANK_HOURS[gateway] - 1])(
    'expired and paid %i hours later: a subscription within fifteen minutes',
    async hours => {
      const payer = await aPayer(shop)
      const { id, page } = await shop.order(payer, { gateway_id: gateway })
      await shop.minutes(50)
      shop.clock.advance({ hours: hours - 1, minutes: 10 })
      await shop.minutes(1)
      await shop.atBank(page, 'vanish')
      await shop.minutes(RECONCILE_MINUTES)
      expect([await shop.state(id), (await shop.periods(payer)).length]).toEqual(['paid', 1])
    },
  )

  test('the page of an ended payment also asks the bank when its owner opens it', async () => {
    const payer = await aPayer(shop)
    const { id, page } = await shop.order(payer, { gateway_id: gateway })
    await shop.minutes(50)
    await shop.atBank(page, 'vanish')
    shop.clock.advance({ seconds: 30 })
    expect(await payer.api(getTransaction, { params: { id } })).toMatchObject({ status: 'paid' })
  })

  test("after the bank's deadline it is asked no more", async () => {
    const { id, page } = await shop.order(await aPayer(shop), { gateway_id: gateway })
    await shop.minutes(50)
    shop.clock.advance({ hours: BANK_HOURS[gateway] })
    await shop.minutes(1)
    asked.length = 0
    await shop.minutes(20)
    expect(asked.filter(call => call.includes(page.split('/').at(-1) ?? ''))).toEqual([])
    expect((await findPaymentRow(shop.deps.db, id))?.checkAt).toBeNull()
  })

  test('a bank that is silent for longer than its deadline is asked until the payment is settled', async () => {
    const payer = await aPayer(shop)
    const { id, page } = await shop.order(payer, { gateway_id: gateway })
    await shop.atBank(page, 'vanish')
    await shop.fault(`${gateway}.*`, 'error_500', 1_000)
    for (let day = 0; day < 3; day++) {
      shop.clock.advance({ days: 1 })
      await shop.minutes(2)
    }
    expect(await shop.periods(payer)).toEqual([])
    await shop.noFaults()
    await shop.minutes(RECONCILE_MINUTES)
    expect([await shop.state(id), (await shop.periods(payer)).length]).toEqual(['paid', 1])
  })
})

const redirectedAt = new Date('2026-03-21T00:00:00Z')
const row = {
  gateway: 'zibal',
  authority: '1',
  redirectedAt,
  expiresAt: new Date(redirectedAt.getTime() + INVOICE_MINUTES * 60_000),
}
const after = (hours: number) => new Date(redirectedAt.getTime() + hours * 3_600_000)
const DAY = 24

test.each<[PaymentRow['state'], BankState, number, string]>([
  ['redirected', 'paid', 0, 'settle'],
  ['redirected', 'verified', 0, 'settle'],
  ['redirected', 'in_bank', 0.5, 'wait'],
  ['redirected', 'in_bank', 0.75, 'expired'],
  ['redirected', 'in_bank', 1, 'expired'],
  ['redirected', 'unknown', 1, 'expired'],
  ['redirected', 'failed', 0, 'failed'],
  ['needs_review', 'in_bank', 0, 'settle'],
  ['needs_review', 'failed', 0, 'failed'],
  ['failed', 'paid', 1, 'settle'],
  ['expired', 'paid', DAY * 9, 'settle'],
  ['expired', 'in_bank', 1, 'wait'],
  ['failed', 'failed', 1, 'wait'],
  ['failed', 'reversed', 1, 'over'],
  ['expired', 'in_bank', DAY, 'over'],
  ['expired', 'unknown', DAY, 'wait'],
  ['expired', 'unknown', DAY * 7, 'over'],
])(
  'a payment that is %s here and %s at its bank after %s hours: %s',
  (state, known, hours, step) => {
    expect(nextPaymentStep({ ...row, state }, known, after(hours))).toBe(step)
  },
)

test('an open payment is inquired about every two minutes until it expires', () => {
  for (let minutes = 0; minutes <= 60; minutes++) {
    const now = after(minutes / 60)
    const step = nextPaymentStep({ ...row, state: 'redirected' }, 'in_bank', now)
    if (step === 'wait') expect(inquiryInterval(row, now), `${minutes} min`).toBe(120_000)
  }
})

test('no pause is longer than promised while the bank may report the payment as paid', () => {
  for (let hours = 0; hours < BANK_HOURS.zibal; hours += 0.25)
    expect(inquiryInterval(row, after(hours))).toBeLessThan((RECONCILE_MINUTES - 2) * 60_000)
})
