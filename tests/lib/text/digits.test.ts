import fc from 'fast-check'
import { expect, test } from 'vitest'
import { localDigits, toLatinDigits, toPersianDigits } from '#src/lib/text/digits.ts'
import { formatNumber, formatPercent } from '#src/lib/text/number.ts'

test('Persian and Arabic digits are converted to Latin', () => {
  expect(toLatinDigits('۰۱۲۳۴۵۶۷۸۹ ٠١٢٣٤٥٦٧٨٩')).toBe('0123456789 0123456789')
  expect(toLatinDigits('قسمت ۱۲')).toBe('قسمت 12')
})

test('digits survive the conversion to Persian and back', () => {
  fc.assert(
    fc.property(fc.nat(), number => {
      expect(toLatinDigits(toPersianDigits(number))).toBe(String(number))
      expect(toPersianDigits(number)).not.toMatch(/[0-9]/)
    }),
  )
})

test('a text without digits is unchanged', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), text => {
      fc.pre(!/[0-9۰-۹٠-٩]/.test(text))
      expect(toPersianDigits(toLatinDigits(text))).toBe(text)
    }),
  )
})

test('each language shows its own digits', () => {
  expect(localDigits('فصل 2، قسمت ٣', 'fa')).toBe('فصل ۲، قسمت ۳')
  expect(localDigits('۱۲', 'en')).toBe('12')
  expect(formatNumber(1234567, 'fa')).toBe('۱٬۲۳۴٬۵۶۷')
  expect(formatNumber(1234567, 'en')).toBe('1,234,567')
  expect(formatNumber(7.84, 'fa', 1)).toBe('۷٫۸')
  expect(formatPercent(87, 'fa')).toBe('۸۷٪')
  expect(formatPercent(87, 'en')).toBe('87%')
})
