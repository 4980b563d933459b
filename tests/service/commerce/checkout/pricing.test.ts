import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PAYMENT_MIN, VAT_PERCENT } from '#src/contract/limits.ts'
import { computeTotals, type Reduction } from '#src/service/commerce/checkout/pricing.ts'

const price = fc.integer({ min: 10, max: 1_000_000 }).map(thousands => thousands * 1_000)
const reduction: fc.Arbitrary<Reduction | null> = fc.oneof(
  fc.constant(null),
  fc.constant({ kind: 'gift' } as const),
  fc.record({ kind: fc.constant('percent' as const), percent: fc.integer({ min: 1, max: 100 }) }),
  fc.record({
    kind: fc.constant('amount' as const),
    amount: fc.integer({ min: 1, max: 2_000_000_000 }),
  }),
)
const order = fc
  .tuple(price, fc.integer({ min: 0, max: 100 }), reduction)
  .map(([full, percent, code]) => ({ full, own: Math.floor((full * percent) / 100), code }))

describe('the totals of any price, discount and code', () => {
  test('are whole rials and never negative', () => {
    fc.assert(
      fc.property(order, ({ full, own, code }) => {
        for (const amount of Object.values(computeTotals(full, own, code))) {
          expect(Number.isSafeInteger(amount)).toBe(true)
          expect(amount).toBeGreaterThanOrEqual(0)
        }
      }),
    )
  })

  test('add up: total = price − discount + VAT, and the discount never exceeds the price', () => {
    fc.assert(
      fc.property(order, ({ full, own, code }) => {
        const { price: shown, discount, vat, total } = computeTotals(full, own, code)
        expect(shown).toBe(full)
        expect(total).toBe(shown - discount + vat)
        expect(discount).toBeLessThanOrEqual(shown)
      }),
    )
  })

  test('include 10% tax on what is paid, to the rial', () => {
    fc.assert(
      fc.property(order, ({ full, own, code }) => {
        const { price: shown, discount, vat } = computeTotals(full, own, code)
        expect(Math.abs(vat * 100 - (shown - discount) * VAT_PERCENT)).toBeLessThan(100)
      }),
    )
  })

  test('are zero or at least the minimum of the banks', () => {
    fc.assert(
      fc.property(order, ({ full, own, code }) => {
        const { total } = computeTotals(full, own, code)
        expect(total === 0 || total >= PAYMENT_MIN).toBe(true)
      }),
    )
  })

  test('are never increased by a code', () => {
    fc.assert(
      fc.property(order, ({ full, own, code }) => {
        expect(computeTotals(full, own, code).total).toBeLessThanOrEqual(
          computeTotals(full, own).total,
        )
      }),
    )
  })
})

type Case = { name: string; price: number; own: number; code: Reduction | null; total: number }
const CASES: Case[] = [
  { name: 'a plain price', price: 1_490_000, own: 0, code: null, total: 1_639_000 },
  {
    name: 'half price',
    price: 1_490_000,
    own: 0,
    code: { kind: 'percent', percent: 50 },
    total: 819_500,
  },
  {
    name: 'a fixed discount on top of its own',
    price: 1_490_000,
    own: 490_000,
    code: { kind: 'amount', amount: 500_000 },
    total: 550_000,
  },
  {
    name: 'a fixed discount above the price',
    price: 1_490_000,
    own: 0,
    code: { kind: 'amount', amount: 9_000_000 },
    total: 0,
  },
  { name: 'a gift', price: 1_490_000, own: 0, code: { kind: 'gift' }, total: 0 },
]

test.each(CASES)('$name costs $total rials', ({ price: full, own, code, total }) => {
  expect(computeTotals(full, own, code).total).toBe(total)
})
