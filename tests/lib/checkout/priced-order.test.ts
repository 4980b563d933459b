import { describe, expect, test } from 'vitest'
import { CallFailed, type Failure } from '#src/lib/api/failure.ts'
import { createPricedOrder, type OrderPricing } from '#src/lib/checkout/priced-order.store.ts'
import { emptyVoucher } from '#src/lib/checkout/voucher.ts'
import { randomFrom } from '#tests/support/fuzz/random.ts'

type Price = { total: number }
const FULL = 1000
const TOTALS: Record<string, number> = { 'HALF-50': 500, 'FREE-0': 0, 'SAME-1': FULL }
const totalOf = (code: string | null) => (code ? TOTALS[code] : FULL)
const anError = (status: number) => new CallFailed({ kind: 'api_error', status } as Failure)
const OUTAGE = new CallFailed({ kind: 'no_response' })

/** An order whose prices arrive when the test releases them. */
function anOrder(start: Partial<OrderPricing<Price>> = {}) {
  type Call = { code: string | null; answer: (error?: unknown) => Promise<void> }
  const calls: Call[] = []
  const shown: (string | null)[] = []
  const order = createPricedOrder<Price>({
    initial: { voucher: emptyVoucher(), quote: { code: null, priced: { total: FULL } } },
    price: code => {
      const { promise, resolve, reject } = Promise.withResolvers<Price>()
      const answer = async (error?: unknown) => {
        const total = totalOf(code)
        if (error) reject(error)
        else if (total === undefined) reject(anError(422))
        else resolve({ total })
        await new Promise(setImmediate)
      }
      calls.push({ code, answer })
      return promise
    },
    infoOf: ({ total }) =>
      total < FULL
        ? { kind: 'discount', percent: null, amount: FULL - total, package: null, total }
        : null,
    texts: { off: 'off', invalid: 'invalid', failure: () => 'failed' },
    onQuote: ({ code }) => shown.push(code),
    ...start,
  })
  const enter = (code: string) => {
    void order.type(code)
    void order.submit()
  }
  const now = () => {
    const { status, quote, voucher } = order.$order.get()
    return { status, code: quote?.code, total: quote?.priced.total, voucher }
  }
  return { order, calls, shown, enter, now }
}
const discounted = (): OrderPricing<Price>['initial'] => ({
  voucher: {
    step: 'success',
    text: 'HALF-50',
    info: { kind: 'discount', percent: null, amount: 500, package: null, total: 500 },
  },
  quote: { code: 'HALF-50', priced: { total: 500 } },
})

describe('pressing Pay', () => {
  test('with a typed code requests its price, and a second press waits for it', async () => {
    const { order, calls } = anOrder()
    void order.type('half-50')
    expect(order.press()).toBeNull()
    expect(order.press()).toBeNull()
    expect(calls.map(({ code }) => code)).toEqual(['HALF-50'])
    await calls[0]?.answer()
    expect(order.press()).toEqual({ code: 'HALF-50', priced: { total: 500 } })
  })

  test('with a text that is not a code marks the field, then buys at the price shown', () => {
    const { order, calls, now } = anOrder()
    void order.type('half')
    expect(order.press()).toBeNull()
    expect(now().voucher).toEqual({ step: 'typing', text: 'half', error: 'invalid' })
    expect(order.press()).toMatchObject({ code: null, priced: { total: FULL } })
    expect(calls).toEqual([])
  })
})

describe('removing a code', () => {
  test('while it is checked cancels the check, and a late answer changes nothing', async () => {
    const { order, calls, shown, enter, now } = anOrder()
    enter('HALF-50')
    await order.cancel()
    await calls[0]?.answer()
    expect(now()).toMatchObject({ status: 'ready', code: null, total: FULL })
    expect(now().voucher).toEqual(emptyVoucher())
    expect(shown).toEqual([])
  })

  test('typing over it while it is checked cancels the check too', async () => {
    const { order, calls, enter, now } = anOrder()
    enter('HALF-50')
    await order.type('HALF-5')
    await calls[0]?.answer()
    expect(now()).toMatchObject({ status: 'ready', code: null, total: FULL })
    expect(now().voucher).toEqual(emptyVoucher('HALF-5'))
  })

  test('from the address keeps Pay waiting until the full price is known', async () => {
    const { order, calls, shown, now } = anOrder({ initial: discounted() })
    void order.cancel()
    expect(now()).toMatchObject({ status: 'pricing', code: 'HALF-50', total: 500 })
    expect(order.press()).toBeNull()
    await calls[0]?.answer()
    expect(order.press()).toEqual({ code: null, priced: { total: FULL } })
    expect(shown).toEqual([null])
  })

  test('is retried without the code if it fails, and the address loses the code', async () => {
    const { order, calls, shown, now } = anOrder({ initial: discounted() })
    void order.cancel()
    await calls[0]?.answer(OUTAGE)
    expect(now().status).toBe('failed')
    void order.retry()
    await calls[1]?.answer()
    expect(now()).toMatchObject({ status: 'ready', code: null, total: FULL })
    expect(shown).toEqual([null])
  })

  test('is not undone by entering a wrong one', async () => {
    const { order, calls, enter, now } = anOrder({ initial: discounted() })
    void order.cancel()
    enter('WRONG-1')
    await calls[1]?.answer()
    await calls[0]?.answer()
    await calls[2]?.answer()
    expect(now()).toMatchObject({ status: 'ready', code: null, total: FULL })
    expect(now().voucher).toMatchObject({ text: 'WRONG-1', error: 'failed' })
  })
})

describe('retrying the first invoice', () => {
  const missing = { voucher: emptyVoucher('USED-1'), quote: null }

  test('with a code that the service refuses shows the full price and the reason', async () => {
    const { order, calls, shown, now } = anOrder({ initial: missing, requested: 'USED-1' })
    expect(now().status).toBe('failed')
    void order.retry()
    await calls[0]?.answer()
    await calls[1]?.answer()
    expect(calls.map(({ code }) => code)).toEqual(['USED-1', null])
    expect(now()).toMatchObject({ status: 'ready', code: null, total: FULL })
    expect(now().voucher).toEqual({ step: 'typing', text: 'USED-1', error: 'failed' })
    expect(shown).toEqual([null])
  })

  test('during an outage keeps the code for the next attempt', async () => {
    const { order, calls, now } = anOrder({ initial: missing, requested: 'HALF-50' })
    for (const error of [OUTAGE, anError(503)]) {
      void order.retry()
      await calls.at(-1)?.answer(error)
      expect(now()).toMatchObject({ status: 'failed', voucher: emptyVoucher('HALF-50') })
    }
    void order.retry()
    await calls.at(-1)?.answer()
    expect(now()).toMatchObject({ status: 'ready', code: 'HALF-50', total: 500 })
    expect(now().voucher.step).toBe('success')
  })

  test('a code that does not lower the price is reported as such', async () => {
    const { order, calls, now } = anOrder({ initial: missing, requested: 'SAME-1' })
    void order.retry()
    await calls[0]?.answer()
    expect(now()).toMatchObject({ status: 'ready', code: null, total: FULL })
    expect(now().voucher).toEqual({ step: 'typing', text: 'SAME-1', error: 'off' })
  })
})

test.each([1, 2, 3, 4])('the amount on Pay is always that of the order (%i)', async seed => {
  const { pick, chance } = randomFrom(seed)
  const start = pick([discounted(), undefined])
  const { order, calls, now, shown } = anOrder(start && { initial: start })
  let paid = 0
  const acts = [
    () => order.type(pick(['', 'HALF-50', 'FREE-0', 'SAME-1', 'WRONG-1', 'no code'])),
    order.submit,
    order.cancel,
    order.retry,
    async () => pick(calls)?.answer(pick([undefined, undefined, OUTAGE, anError(422)])),
    async () => {
      const before = now()
      const quote = order.press()
      if (!quote) return
      paid += 1
      expect(before.status).toBe('ready')
      expect(quote.priced.total).toBe(before.total)
      expect(quote.priced.total).toBe(totalOf(quote.code))
      const { voucher } = before
      expect(quote.code).toBe(voucher.step === 'success' ? voucher.text : null)
      if (shown.length > 0) expect(shown.at(-1)).toBe(quote.code)
    },
  ]
  for (let step = 0; step < 2_000; step += 1) {
    void pick(acts)()
    if (chance(0.5)) await new Promise(setImmediate)
  }
  expect(paid).toBeGreaterThan(50)
})
