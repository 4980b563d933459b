// The callback address of a bank gives nothing to a stranger, a forger or a payer who cancelled.
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createSubscription, getTransaction } from '#src/contract/endpoints/checkout.ts'
import { findPaymentRow } from '#src/service/commerce/checkout/payments.queries.ts'
import { endPayment } from '#src/service/commerce/checkout/payments.ts'
import { hangAwareFetch } from '#tests/support/hang-aware-fetch.ts'
import { aPayer, aVoucher, openShop, type Shop } from '#tests/support/shop.ts'

const GATEWAYS = ['zarinpal', 'zibal'] as const
const UNKNOWN_PAYMENT = '/payment?status=unknown'

let shop: Shop
const asked: string[] = []
beforeAll(async () => {
  const counted: typeof fetch = async (input, init) => {
    asked.push(new URL(String(input)).pathname)
    return hangAwareFetch(input, init)
  }
  shop = await openShop({ env: { LOG_LEVEL: 'silent' }, overrides: { fetch: counted } })
})
afterEach(() => shop.noFaults())
afterAll(() => shop.stopShop())

const isPaidOrNot = (gateway: string, authority: string, isPaid: boolean) =>
  gateway === 'zarinpal'
    ? `?Authority=${authority}&Status=${isPaid ? 'OK' : 'NOK'}`
    : `?trackId=${authority}&success=${isPaid ? 1 : 0}&status=${isPaid ? 2 : 3}`

async function atTheBank(gateway: string) {
  const payer = await aPayer(shop)
  const { id, page } = await shop.order(payer, { gateway_id: gateway })
  const authority = page.split('/').at(-1) ?? ''
  return { payer, id, page, authority, own: shop.callbackOf(id, gateway) }
}

describe.each(GATEWAYS)('%s', gateway => {
  test.each([true, false])(
    "a stranger who knows another user's authority changes nothing and causes no call to the bank (paid: %s)",
    async isPaid => {
      const { payer, id, page, authority, own } = await atTheBank(gateway)
      const other = await atTheBank(gateway)
      const elsewhere = gateway === 'zibal' ? 'zarinpal' : 'zibal'
      const before = await findPaymentRow(shop.deps.db, id)
      asked.length = 0
      for (const path of [
        `/payments/${gateway}/callback`,
        `/payments/${gateway}/callback/`,
        `/payments/${gateway}/callback/${id}`,
        `/payments/${gateway}/callback/${id}-${'A'.repeat(43)}`,
        `${own.slice(0, -1)}${own.endsWith('A') ? 'B' : 'A'}`,
        own.slice(0, -1),
        `${own}A`,
        own.replace(gateway, elsewhere),
        other.own,
        shop.callbackOf(id, elsewhere).replace(elsewhere, gateway),
      ])
        expect(await shop.comeBack(path + isPaidOrNot(gateway, authority, isPaid)), path).toBe(
          UNKNOWN_PAYMENT,
        )
      expect(asked).toEqual([])
      expect(await findPaymentRow(shop.deps.db, id)).toEqual(before)
      await shop.comeBack((await shop.atBank(page, 'pay')) ?? '')
      expect([await shop.state(id), (await shop.periods(payer)).length]).toEqual(['paid', 1])
    },
  )

  test('"not paid" with the right nonce ends nothing unless the bank confirms it', async () => {
    const { payer, id, page, authority, own } = await atTheBank(gateway)
    const unpaid = own + isPaidOrNot(gateway, authority, false)
    expect(await shop.comeBack(unpaid)).toBe(`/payment?id=${id}&returned=unpaid`)
    expect(await shop.state(id)).toBe('redirected')
    for (const fault of ['timeout', 'error_500', 'html'] as const) {
      await shop.fault(`${gateway}.inquiry`, fault)
      await shop.comeBack(unpaid)
      expect(await shop.state(id)).toBe('redirected')
    }
    await shop.atBank(page, 'vanish')
    await shop.minutes(4)
    expect([await shop.state(id), (await shop.periods(payer)).length]).toEqual(['paid', 1])
  })

  test('"paid" with the right nonce leaves an unpaid payment open', async () => {
    const { payer, id, page, authority, own } = await atTheBank(gateway)
    expect(await shop.comeBack(own + isPaidOrNot(gateway, authority, true))).toBe(
      `/payment?id=${id}`,
    )
    expect(await shop.state(id)).toBe('redirected')
    await shop.comeBack((await shop.atBank(page, 'pay')) ?? '')
    expect([await shop.state(id), (await shop.periods(payer)).length]).toEqual(['paid', 1])
  })

  test('a payer who cancels sees it at once, tries again with the same code, and loses neither code nor money', async () => {
    const payer = await aPayer(shop)
    const voucher_code = await aVoucher(shop)
    const { id, page } = await shop.order(payer, { gateway_id: gateway, voucher_code })
    await shop.fault(`${gateway}.inquiry`, 'still_in_bank')
    const callback = (await shop.atBank(page, 'cancel')) ?? ''
    expect(await shop.comeBack(callback)).toBe(`/payment?id=${id}&returned=unpaid`)
    const again = await shop.order(payer, { gateway_id: gateway, voucher_code })
    await shop.comeBack((await shop.atBank(again.page, 'pay')) ?? '')
    expect(await payer.api(getTransaction, { params: { id: again.id } })).toMatchObject({
      status: 'paid',
      invoice: { voucher_code },
    })
    await shop.minutes(5)
    expect([await shop.state(id), (await shop.periods(payer)).length]).toEqual(['expired', 1])
  })

  test('HEAD has no effect', async () => {
    const { id, page } = await atTheBank(gateway)
    const callback = (await shop.atBank(page, 'pay')) ?? ''
    expect(await shop.comeBack(callback, { method: 'HEAD' })).not.toContain(id)
    expect(await shop.state(id)).toBe('redirected')
    await shop.comeBack(callback)
    expect(await shop.state(id)).toBe('paid')
  })

  test('a payment whose authority was lost on the way from the bank is found by its nonce', async () => {
    const payer = await aPayer(shop)
    const body = { package_id: 'month-1', gateway_id: gateway }
    const { transaction_id: id } = await payer.api(createSubscription, { body })
    const lost = await atTheBank(gateway)
    await shop.deps.db.execute(sql`
      update fake_bank.payments set order_id = ${id}, callback_url = ${`http://shop${shop.callbackOf(id, gateway)}`}
      where authority = ${lost.authority}`)
    const last = lost.authority.endsWith('7') ? '8' : '7'
    await shop.deps.db.execute(sql`
      update fake_bank.payments set authority = ${lost.authority.slice(0, -1) + last}
      where authority = ${lost.authority}`)
    const page = lost.page.slice(0, -1) + last
    const callback = (await shop.atBank(page, 'pay')) ?? ''
    await shop.comeBack(callback.replace(/(Authority|trackId)=[^&]+/, `$1=${lost.authority}`))
    expect(await shop.state(id)).toBe('created')
    await shop.comeBack(callback)
    expect([await shop.state(id), (await shop.periods(payer)).length]).toEqual(['paid', 1])
  })

  test('an ended payment stays ended after any later callback, unless it was paid', async () => {
    const { payer, id, page, authority, own } = await atTheBank(gateway)
    await endPayment(shop.deps, id, 'expired', 'expired')
    for (const isPaid of [true, false])
      await shop.comeBack(own + isPaidOrNot(gateway, authority, isPaid))
    expect(await shop.state(id)).toBe('expired')
    await shop.comeBack((await shop.atBank(page, 'pay')) ?? '')
    expect([await shop.state(id), (await shop.periods(payer)).length]).toEqual(['paid', 1])
  })
})

test('an amount that the bank leaves out is not assumed to be right', async () => {
  const { payer, id, page } = await atTheBank('zibal')
  const callback = (await shop.atBank(page, 'pay')) ?? ''
  await shop.fault('zibal.verify', 'no_amount')
  await shop.fault('zibal.inquiry', 'no_amount')
  await shop.comeBack(callback)
  expect([await shop.state(id), await shop.periods(payer)]).toEqual(['needs_review', []])
  await shop.minutes(3)
  expect([await shop.state(id), (await shop.periods(payer)).length]).toEqual(['paid', 1])
})

describe('a payer whose return cannot be processed now', () => {
  test('is redirected to the payment if the limit of returns is exceeded, and the payment is found later', async () => {
    const { payer, id, page } = await atTheBank('zarinpal')
    const back = (await shop.atBank(page, 'pay')) ?? ''
    const { own } = await atTheBank('zarinpal')
    for (let count = 0; count < 121; count += 1) await shop.comeBack(own)
    expect(await shop.comeBack(back)).toBe(`/payment?id=${id}`)
    expect(await shop.state(id)).toBe('redirected')
    await shop.minutes(4)
    expect([await shop.state(id), (await shop.periods(payer)).length]).toEqual(['paid', 1])
  })

  test('is redirected to a page that says so if the database fails', async () => {
    const { id, page } = await atTheBank('zibal')
    const back = (await shop.atBank(page, 'pay')) ?? ''
    await shop.deps.db.execute(sql`alter table transactions rename to transactions_gone`)
    try {
      expect(await shop.comeBack(back)).toBe('/payment?status=delayed')
    } finally {
      await shop.deps.db.execute(sql`alter table transactions_gone rename to transactions`)
    }
    await shop.minutes(4)
    expect(await shop.state(id)).toBe('paid')
  })
})
