import { expect, test } from 'vitest'
import type { Package } from '#src/contract/checkout.ts'
import {
  defaultPackageId,
  lowestMonthlyPrice,
  monthlyPrice,
  totalBeforeDiscount,
  wholeMonths,
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

test('the requested package is preselected, otherwise the best offer, otherwise the first', () => {
  expect(defaultPackageId(groups, 'month-1')).toBe('month-1')
  expect(defaultPackageId(groups, 'gone')).toBe('month-3')
  expect(defaultPackageId(groups.slice(0, 1), null)).toBe('month-1')
  expect(defaultPackageId([], null)).toBe('')
})

test('the price before a discount includes its tax too', () => {
  expect(totalBeforeDiscount(aPackage())).toBeNull()
  expect(totalBeforeDiscount(aPackage({ discount: 200_000 }))).toBe(1_100_000)
})

test.each([
  ['of one month shows no monthly price', 30, 1_100_000, null],
  [
    'that is a whole number of tomans is exact',
    90,
    3_828_000,
    { amount: 1_276_000, isRounded: false },
  ],
  ['of a year is a twelfth', 365, 12_650_000, { amount: 1_054_000, isRounded: true }],
  [
    'that is not a whole number of tomans is rounded',
    60,
    1_000_010,
    { amount: 500_000, isRounded: true },
  ],
  ['of six weeks has no monthly price', 45, 1_650_000, null],
  [
    'of ten weeks is a month of thirty days',
    75,
    2_500_000,
    { amount: 1_000_000, isRounded: false },
  ],
])('a month of a package %s', (_, duration_days, total, monthly) => {
  expect(monthlyPrice(aPackage({ duration_days, total }))).toEqual(monthly)
})

test('an exact monthly amount times the number of months is the total', () => {
  for (const total of [990_000, 3_828_000, 4_917_000, 12_650_040, 13_915_000])
    for (const [duration_days, months] of [
      [60, 2],
      [90, 3],
      [365, 12],
    ] as const) {
      const monthly = monthlyPrice(aPackage({ duration_days, total }))
      const isWhole = monthly !== null && monthly.amount * months === total
      expect(monthly?.isRounded, `${total} in ${months}`).toBe(!isWhole)
    }
})

test.each([
  [30, 1],
  [90, 3],
  [365, 12],
  [45, null],
])('%i days are %s months', (days, months) => {
  expect(wholeMonths(days)).toBe(months)
})

test('the lowest price of a month counts packages of a month or more', () => {
  const of = (...packages: Package[]) => lowestMonthlyPrice([{ title: '', packages }])
  const quarter = aPackage({ duration_days: 90, total: 3_000_000 })
  const week = aPackage({ duration_days: 7, total: 400_000 })
  expect(of(aPackage(), quarter, week)).toBe(1_000_000)
  expect(of(aPackage(), week)).toBe(1_100_000)
  expect([of(week), of()]).toEqual([null, null])
})
