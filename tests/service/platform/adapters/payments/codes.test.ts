// The documented codes of both gateways, as their adapters read them from real replies.
import { Registry } from 'prom-client'
import { describe, expect, test } from 'vitest'
import { type BankReply, bankClient } from '#src/service/platform/adapters/payments/bank-client.ts'
import { cardMask, GatewayError } from '#src/service/platform/adapters/payments/gateway.ts'
import { zarinpal } from '#src/service/platform/adapters/payments/zarinpal.ts'
import { ZARINPAL_CODES } from '#src/service/platform/adapters/payments/zarinpal-codes.ts'
import {
  ZIBAL_RESULTS,
  ZIBAL_STATES,
  zibal,
} from '#src/service/platform/adapters/payments/zibal.ts'
import { createProviders } from '#src/service/platform/adapters/providers.ts'

const pageBase = (origin: string) => `${origin}/bank`
const AUTHORITY = `A${'0'.repeat(35)}`
const order = {
  orderId: 'o1',
  amount: 1_639_000,
  description: 'x'.repeat(600),
  msisdn: '09120000000',
  callbackUrl: 'https://shop.example/payments/zarinpal/callback',
  siteOrigin: 'https://shop.example',
}

function withReply(json: unknown, status = 200) {
  const asked: Array<{ url: string; body: Record<string, unknown> }> = []
  const call = async (url: string, request: { body?: unknown } = {}): Promise<BankReply> => {
    asked.push({ url, body: request.body as Record<string, unknown> })
    return { status, json }
  }
  const common = { call, baseUrl: 'https://bank.example', pageBase }
  return {
    asked,
    zarinpal: zarinpal({ ...common, merchantId: '0'.repeat(36) }),
    zibal: zibal({ ...common, merchant: 'zibal' }),
  }
}

describe('Zarinpal', () => {
  const paid = { ref_id: 201, card_pan: '502229******5995', card_hash: 'X', fee: 0 }

  test('is asked in rials, with its longest description, and returns a page', async () => {
    const data = { code: 100, message: 'Success', authority: AUTHORITY }
    const { asked, zarinpal: gateway } = withReply({ data, errors: [] })
    const { redirectUrl } = await gateway.request(order)
    expect(redirectUrl).toBe(`https://shop.example/bank/pg/StartPay/${AUTHORITY}`)
    expect(asked[0]?.url).toBe('https://bank.example/pg/v4/payment/request.json')
    expect(asked[0]?.body).toMatchObject({ amount: 1_639_000, currency: 'IRR' })
    expect(String(asked[0]?.body.description)).toHaveLength(500)
  })

  test.each([100, 101])('verification with code %i means paid', async code => {
    const { zarinpal: gateway } = withReply({ data: { code, ...paid }, errors: [] })
    expect(await gateway.verify({ authority: AUTHORITY, amount: 1, orderId: 'o1' })).toMatchObject({
      state: 'paid',
      refId: '201',
      cardMask: '502229******5995',
    })
  })

  test('a verification for another order decides nothing', async () => {
    const { zarinpal: gateway } = withReply({
      data: { code: 100, ...paid, order_id: 'o2' },
      errors: [],
    })
    const verified = await gateway.verify({ authority: AUTHORITY, amount: 1, orderId: 'o1' })
    expect(verified).toEqual({ state: 'pending', code: 100 })
  })

  test.each(Object.entries(ZARINPAL_CODES).filter(([code]) => Number(code) < 0))(
    'code %s of a verification means %s',
    async (code, meaning) => {
      const errors = { code: Number(code), message: '', validations: [] }
      const { zarinpal: gateway } = withReply({ data: [], errors }, 422)
      const verified = await gateway.verify({ authority: AUTHORITY, amount: 1, orderId: 'o1' })
      expect(verified).toEqual({ state: meaning, code: Number(code) })
    },
  )

  test.each([
    ['PAID', 'paid'],
    ['VERIFIED', 'verified'],
    ['IN_BANK', 'in_bank'],
    ['FAILED', 'failed'],
    ['REVERSED', 'reversed'],
    ['NEW_WORD', 'unknown'],
  ])('the status %s of an inquiry means %s', async (status, meaning) => {
    const { zarinpal: gateway } = withReply({ data: { code: 100, status }, errors: [] })
    expect(await gateway.inquire(AUTHORITY)).toBe(meaning)
  })

  test.each([{}, [], null, { data: 'x' }, { data: [], errors: [] }])(
    'a reply of unknown form decides nothing: %j',
    async json => {
      const { zarinpal: gateway } = withReply(json)
      const verified = await gateway.verify({ authority: AUTHORITY, amount: 1, orderId: 'o1' })
      expect(verified.state).toBe('pending')
    },
  )

  test('lists nothing if its list is an empty array', async () => {
    const { zarinpal: gateway } = withReply({ data: [], errors: [] })
    expect(await gateway.listUnverified()).toEqual([])
  })

  test.each([
    [100, true],
    [-60, false],
    [-61, false],
    [-62, false],
    [-63, false],
  ])('a reversal answered with %i is complete: %s', async (code, isDone) => {
    const json = isDone ? { data: { code }, errors: [] } : { data: [], errors: { code } }
    expect(await withReply(json).zarinpal.reverse(AUTHORITY)).toBe(isDone)
  })
})

describe('Zibal', () => {
  const payment = { amount: 1_639_000, refNumber: 77, cardNumber: '62741****44', status: 1 }

  test.each(Object.entries(ZIBAL_RESULTS))(
    'result %s of a verification means %s',
    async (result, meaning) => {
      const { zibal: gateway } = withReply({ result: Number(result), ...payment })
      const verified = await gateway.verify({ authority: '1', amount: 1_639_000, orderId: 'o1' })
      expect(verified.state).toBe(meaning)
    },
  )

  test.each(Object.entries(ZIBAL_STATES))(
    'status %s of an inquiry means %s',
    async (status, meaning) => {
      const { zibal: gateway } = withReply({ result: 100, status: Number(status) })
      expect(await gateway.inquire('1')).toBe(meaning)
    },
  )

  test.each([
    ['without an amount', { refNumber: 77 }, 'pending'],
    ['with a null amount', { amount: null }, 'pending'],
    ['of another order', { ...payment, orderId: 'o2' }, 'pending'],
    ['of this order', { ...payment, orderId: 'o1' }, 'paid'],
    ['that was refunded meanwhile', { ...payment, status: 18 }, 'unpaid'],
    ['that failed', { ...payment, status: 3 }, 'unpaid'],
  ])('a verification %s is not taken as a match', async (_, said, state) => {
    for (const result of [100, 201]) {
      const { zibal: gateway } = withReply({ result, ...said })
      const verified = await gateway.verify({ authority: '1', amount: 1, orderId: 'o1' })
      expect(verified.state).toBe(state)
    }
  })

  test('the amount is the one that the bank reports, whatever was requested', async () => {
    const { zibal: gateway } = withReply({ result: 100, ...payment })
    const verified = await gateway.verify({ authority: '1', amount: 5, orderId: 'o1' })
    expect(verified).toMatchObject({ state: 'paid', amount: 1_639_000 })
  })

  test.each([102, 103, 104, 105, 106, 113, 115])('result %i refuses a request', async result => {
    const failed = await withReply({ result })
      .zibal.request(order)
      .catch((error: unknown) => error)
    expect(failed).toBeInstanceOf(GatewayError)
  })
})

test.each([
  ['6037991234567890', '603799******7890'],
  ['502229******5995', '502229******5995'],
  [null, null],
  ['', null],
])('of the card %s only %s is stored', (pan, masked) => {
  expect(cardMask(pan)).toBe(masked)
})

test.each([
  ['HTML', () => new Response('<h1>Not found</h1>', { status: 404 }), 'unavailable'],
  ['nothing', () => new Response(null), 'unavailable'],
  ['an endless reply', () => new Response(`"${'x'.repeat(300_000)}"`), 'unavailable'],
  ['a broken line', () => Promise.reject(new TypeError('fetch failed')), 'unavailable'],
  ['silence', () => Promise.reject(new DOMException('late', 'TimeoutError')), 'timeout'],
])(
  '%s of a bank is reported as a fault of the bank, never as an internal error',
  async (_, reply, kind) => {
    const metrics = { registry: new Registry() }
    const providers = createProviders({ log: { info() {}, warn() {} }, metrics })
    const call = bankClient({ fetch: async () => reply(), providers }, 'zarinpal')
    const fault = await call('https://bank.example').catch((error: unknown) => error)
    expect(fault).toMatchObject({ name: 'GatewayError', kind })
  },
)
