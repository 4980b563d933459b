// The voucher field and the price its code leads to. The price that is shown and the code that is sent are one value, and a
// reply to a call that is no longer the latest one changes nothing: nobody pays another amount than the one on the button.
import { atom } from 'nanostores'
import type { VoucherInfo } from '#src/contract/checkout.ts'
import { failureOf } from '../api/failure.ts'
import {
  emptyVoucher,
  isUnsubmitted,
  nextVoucher,
  type VoucherState,
  voucherCode,
} from './voucher.ts'

/** A price, and the code that an order at this price is sent with. */
export type Quote<P> = { code: string | null; priced: P }

export type PricedOrder<P> = {
  voucher: VoucherState
  /** The price on the screen; null until the first one is loaded. */
  quote: Quote<P> | null
  /** Nothing can be paid but in `ready`. */
  status: 'ready' | 'pricing' | 'failed'
}

export type OrderPricing<P> = {
  initial: { voucher: VoucherState; quote: Quote<P> | null }
  /** The code to price first when `initial` has no price. */
  requested?: string | null
  price: (code: string | null) => Promise<P>
  /** What the field says of the code of this price; null for a code that does not lower it. */
  infoOf: (priced: P) => VoucherInfo | null
  texts: { off: string; invalid: string; failure: (error: unknown) => string }
  /** Called with each new price. */
  onQuote?: (quote: Quote<P>) => void
}

export type PricedOrderStore<P> = ReturnType<typeof createPricedOrder<P>>

export function createPricedOrder<P>(pricing: OrderPricing<P>) {
  const { initial, price, infoOf, texts, onQuote } = pricing
  const { quote } = initial
  const $order = atom<PricedOrder<P>>({ ...initial, status: quote ? 'ready' : 'failed' })
  /** The price without a code, once it is known. */
  let plain = quote?.code === null ? quote : null
  /** What a retry prices. */
  let toRetry = pricing.requested ?? null
  let latest = 0

  const change = (part: Partial<PricedOrder<P>>) => $order.set({ ...$order.get(), ...part })
  const send = (event: Parameters<typeof nextVoucher>[1]) =>
    change({ voucher: nextVoucher($order.get().voucher, event) })

  function begin(code: string | null): () => boolean {
    const run = ++latest
    toRetry = code
    change({ status: 'pricing' })
    return () => run === latest
  }
  function show(quote: Quote<P>) {
    if (quote.code === null) plain = quote
    toRetry = quote.code
    change({ quote, status: 'ready' })
    onQuote?.(quote)
  }
  async function showPlain() {
    if (plain && $order.get().quote === plain) {
      latest += 1
      return change({ status: 'ready' })
    }
    const isCurrent = begin(null)
    try {
      const found = plain ?? { code: null, priced: await price(null) }
      if (isCurrent()) show(found)
    } catch {
      if (isCurrent()) change({ status: 'failed' })
    }
  }
  async function apply(code: string) {
    const isCurrent = begin(code)
    send({ type: 'submitted', text: code })
    try {
      const priced = await price(code)
      if (!isCurrent()) return
      const info = infoOf(priced)
      if (info) send({ type: 'accepted', text: code, info })
      else send({ type: 'rejected', text: code, error: texts.off })
      show({ code: info && code, priced })
    } catch (error) {
      if (!isCurrent()) return
      if (!$order.get().quote && !isRejection(error))
        return change({ voucher: emptyVoucher(code), status: 'failed' })
      send({ type: 'rejected', text: code, error: texts.failure(error) })
      await showPlain()
    }
  }
  async function submit() {
    const { text } = $order.get().voucher
    const code = voucherCode(text)
    if (code) return apply(code)
    send({ type: 'submitted', text })
    send({ type: 'rejected', text, error: texts.invalid })
  }
  async function leaveCode(voucher: VoucherState) {
    change({ voucher })
    await showPlain()
  }

  return {
    $order,
    submit,
    /** Prices again what failed. */
    retry: async () => (toRetry ? apply(toRetry) : showPlain()),
    cancel: async () => leaveCode(emptyVoucher()),
    type: async (text: string) => {
      if ($order.get().voucher.step !== 'typing') return leaveCode(emptyVoucher(text))
      send({ type: 'typed', text })
    },
    /** The price to pay at a press of the button; null while there is none, or when a typed code has to be priced first. */
    press: (): Quote<P> | null => {
      const { status, voucher, quote } = $order.get()
      if (status !== 'ready') return null
      if (!isUnsubmitted(voucher)) return quote
      void submit()
      return null
    },
  }
}

/** The service refused the code, rather than failed to answer. */
function isRejection(error: unknown): boolean {
  const failure = failureOf(error)
  return failure.kind === 'api_error' && failure.status < 500
}
