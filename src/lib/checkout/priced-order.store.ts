// The voucher field and the resulting price. The displayed price and the submitted code are one value, and a response
// to an outdated call changes nothing: no viewer pays an amount other than the one on the button.
import { atom } from 'nanostores'
import type { VoucherInfo } from '#src/contract/checkout.ts'
import { isRefusal, toFailure } from '../api/failure.ts'
import {
  emptyVoucher,
  hasUnsubmittedCode,
  nextVoucher,
  parseVoucherCode,
  type VoucherState,
} from './voucher.ts'

/** A price, and the code that an order at this price must carry. */
export type Quote<P> = { code: string | null; priced: P }

type PricedOrder<P> = {
  voucher: VoucherState
  /** Price on the screen; null until the first one is loaded. */
  quote: Quote<P> | null
  /** Payment is possible only in `ready`. */
  status: 'ready' | 'pricing' | 'failed'
  /** The service's reason for not selling this; null if it could not be reached. */
  refusal: string | null
}

export type OrderPricing<P> = {
  initial: { voucher: VoucherState; quote: Quote<P> | null }
  /** Code to price first if `initial` has no price. */
  requested?: string | null
  price: (code: string | null) => Promise<P>
  /** Returns what the field shows for the code of this price; null for a code that does not lower it. */
  infoOf: (priced: P) => VoucherInfo | null
  texts: { off: string; invalid: string; failure: (error: unknown) => string }
  /** Called with each new price. */
  onQuote?: (quote: Quote<P>) => void
}

export type PricedOrderStore<P> = ReturnType<typeof createPricedOrder<P>>

export function createPricedOrder<P>(pricing: OrderPricing<P>) {
  const { initial, price, infoOf, texts, onQuote } = pricing
  const { quote } = initial
  const $order = atom<PricedOrder<P>>({
    ...initial,
    status: quote ? 'ready' : 'failed',
    refusal: null,
  })
  /** Price without a code, once it is known. */
  let plain = quote?.code === null ? quote : null
  /** Code that a retry prices. */
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
    } catch (error) {
      const refusal = isRefusal(toFailure(error)) ? texts.failure(error) : null
      if (isCurrent()) change({ status: 'failed', refusal })
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
      if (!$order.get().quote && !isRefusal(toFailure(error)))
        return change({ voucher: emptyVoucher(code), status: 'failed', refusal: null })
      send({ type: 'rejected', text: code, error: texts.failure(error) })
      await showPlain()
    }
  }
  async function submit() {
    const { text } = $order.get().voucher
    const code = parseVoucherCode(text)
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
    /** Repeats the pricing that failed. */
    retry: async () => (toRetry ? apply(toRetry) : showPlain()),
    cancel: async () => leaveCode(emptyVoucher()),
    type: async (text: string) => {
      if ($order.get().voucher.step !== 'typing') return leaveCode(emptyVoucher(text))
      send({ type: 'typed', text })
    },
    /**
     * Returns the price to pay when the button is pressed; null while there is none, or if a typed code must be priced
     * first.
     */
    press: (): Quote<P> | null => {
      const { status, voucher, quote } = $order.get()
      if (status !== 'ready') return null
      if (!hasUnsubmittedCode(voucher)) return quote
      void submit()
      return null
    },
  }
}
