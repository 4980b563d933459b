// Computes invoice amounts. All amounts are integers in rials, and the lines add up.
import type { Totals } from '#src/contract/checkout.ts'
import { PAYMENT_MIN } from '#src/contract/limits.ts'
import { computeVat } from '#src/lib/text/price.ts'

/** Discounts are multiples of this many rials, so that their VAT is a whole number of tomans. */
const STEP = 100

export type Reduction =
  | { kind: 'percent'; percent: number }
  | { kind: 'amount'; amount: number }
  | { kind: 'gift' }

/** Computes the amounts: total = price − discount + VAT. The reduction applies to the price after its own discount. */
export function computeTotals(
  price: number,
  ownDiscount = 0,
  reduction: Reduction | null = null,
): Totals {
  const left = price - ownDiscount
  const discount = ownDiscount + reductionOf(left, reduction)
  const net = price - discount
  const total = net + computeVat(net)
  if (discount > 0 && total < PAYMENT_MIN) return { price, discount: price, vat: 0, total: 0 }
  return { price, discount, vat: computeVat(net), total }
}

function reductionOf(left: number, reduction: Reduction | null): number {
  if (!reduction) return 0
  if (reduction.kind === 'gift') return left
  if (reduction.kind === 'amount') return Math.min(left, reduction.amount)
  return Math.min(left, Math.ceil((left * reduction.percent) / 100 / STEP) * STEP)
}
