import { expect, test } from 'vitest'
import type { Package } from '#src/contract/checkout.ts'
import {
  defaultPackageId,
  monthsOf,
  perMonth,
  totalBeforeDiscount,
} from '#src/lib/checkout/packages.ts'

function aPackage(said: Partial<Package> = {}): Package {
  return {
    id: 'month-1',
    title: '',
    description: null,
    duration_days: 30,
    renewal: 'once',
    is_best_offer: false,
    price: 1_000_000,
    discount: 0,
    vat: 100_000,
    total: 1_100_000,
    ...said,
  }
}

const groups = [
  { title: '', packages: [aPackage()] },
  { title: '', packages: [aPackage({ id: 'month-3', is_best_offer: true })] },
]

test('what was asked for stands chosen, else the best offer, else the first', () => {
  expect(defaultPackageId(groups, 'month-1')).toBe('month-1')
  expect(defaultPackageId(groups, 'gone')).toBe('month-3')
  expect(defaultPackageId(groups.slice(0, 1), null)).toBe('month-1')
  expect(defaultPackageId([], null)).toBe('')
})

test('the price before a discount has its tax too', () => {
  expect(totalBeforeDiscount(aPackage())).toBeNull()
  expect(totalBeforeDiscount(aPackage({ discount: 200_000 }))).toBe(1_100_000)
})

test('a month of a long package is told in whole thousands of tomans', () => {
  expect(perMonth(aPackage())).toBeNull()
  expect(perMonth(aPackage({ duration_days: 90, total: 3_828_000 }))).toBe(1_280_000)
})

test.each([
  [30, 1],
  [90, 3],
  [365, 12],
  [45, null],
])('%i days are %s months', (days, months) => {
  expect(monthsOf(days)).toBe(months)
})
