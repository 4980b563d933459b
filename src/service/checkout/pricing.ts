// What an invoice costs. Everything is an integer number of rials, and the lines add up.
import type { Totals } from '#src/contract/checkout.ts'
import { PAYMENT_MIN } from '#src/contract/limits.ts'
import { vatOf } from '#src/lib/text/price.ts'

/** Discounts end on this many rials, so that the tax of it is whole tomans. */
const STEP = 100

export type Reduction =
  | { kind: 'percent'; percent: number }
  | { kind: 'amount'; amount: number }
  | { kind: 'gift' }

/** total = price − discount + vat; the reduction applies to what the price's own discount leaves. */
export function totalsOf(
  price: number,
  ownDiscount = 0,
  reduction: Reduction | null = null,
): Totals {
  const left = price - ownDiscount
  const discount = ownDiscount + reductionOf(left, reduction)
  const net = price - discount
  const total = net + vatOf(net)
  if (discount > 0 && total < PAYMENT_MIN) return { price, discount: price, vat: 0, total: 0 }
  return { price, discount, vat: vatOf(net), total }
}

function reductionOf(left: number, reduction: Reduction | null): number {
  if (!reduction) return 0
  if (reduction.kind === 'gift') return left
  if (reduction.kind === 'amount') return Math.min(left, reduction.amount)
  return Math.min(left, Math.ceil((left * reduction.percent) / 100 / STEP) * STEP)
}
