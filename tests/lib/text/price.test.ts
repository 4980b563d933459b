import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  computeVat,
  formatPrice,
  formatTomans,
  parseRials,
  stripCurrency,
} from '#src/lib/text/price.ts'

test('prices are shown divided by 10', () => {
  expect(formatPrice(1_490_000, 'fa')).toBe('۱۴۹٬۰۰۰ تومان')
  expect(formatPrice(1_490_000, 'en')).toBe('149,000 tomans')
  expect(formatTomans(0, 'fa')).toBe('۰')
  expect(formatTomans(15, 'fa')).toBe('۱٫۵')
})

test.each(['1,490,000 ریال', '۱٬۴۹۰٬۰۰۰ ريال', '1490000 Rials', 'IRR 1490000', '1490000﷼'])(
  'the local currency word of %j is stripped',
  text => {
    expect(parseRials(text)).toBe(1_490_000)
    expect(formatPrice(text, 'fa')).toBe('۱۴۹٬۰۰۰ تومان')
  },
)

test('a price without a number is shown unchanged', () => {
  expect(formatPrice('رایگان', 'fa')).toBe('رایگان')
  expect(stripCurrency('۲۰ هزار تومان')).toBe('۲۰ هزار')
})

test('a shown price has every digit of its tomans', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10 ** 12 }), tomans => {
      expect(parseRials(formatPrice(tomans * 10, 'fa'))).toBe(tomans)
      expect(parseRials(formatPrice(tomans * 10, 'en'))).toBe(tomans)
    }),
  )
})

test('a 10% value-added tax is a whole number of rials', () => {
  expect(computeVat(1_490_000)).toBe(149_000)
  expect(computeVat(0)).toBe(0)
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10 ** 12 }), rials => {
      expect(Number.isInteger(computeVat(rials))).toBe(true)
      expect(Math.abs(computeVat(rials) * 10 - rials)).toBeLessThanOrEqual(5)
    }),
  )
})
