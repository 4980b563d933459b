import fc from 'fast-check'
import { expect, test } from 'vitest'
import { normaliseMsisdn } from '#src/contract/msisdn.ts'
import { toPersianDigits } from '#src/lib/text/digits.ts'

test.each([
  '09121234567',
  '989121234567',
  '00989121234567',
  '+989121234567',
  '۰۹۱۲۱۲۳۴۵۶۷',
  '٠٩١٢١٢٣٤٥٦٧',
  '0912 123 4567',
  '(0912) 123-4567',
  '\u200e+98 912 123 4567',
  '0912\u2011123\u20114567',
  '0912\u2013123\u20144567',
  '0912.123.4567',
  '0912/123/4567',
  'tel:+989121234567',
  'TEL: +98-912-123-4567',
  '+98 0912 123 4567',
  '+98 (0)912 123 4567',
  '0098 0912 123 45 67',
  '\u2068\u202a+98\u00a0912\u202f123\u2009\u200b4567\u202c\u2069\ufeff',
  '０９１２１２３４５６７',
  '＋98 912 123 4567',
  '0912\u2212123\u00ad4567',
])('%j is normalised to begin with 0', typed => {
  expect(normaliseMsisdn(typed)).toBe('09121234567')
})

test.each([
  '9121234567',
  '0989121234567',
  '02112345678',
  '0912123456',
  '091212345678',
  '0912123456a',
  'tel:',
  '+98 00912 123 4567',
  '0912,1234567;',
  '',
])('%j is refused', typed => {
  expect(normaliseMsisdn(typed)).toBeNull()
})

test('all prefixes and scripts of a number give the same result', () => {
  const rest = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 9, maxLength: 9 })
  fc.assert(
    fc.property(rest, fc.constantFrom('0', '98', '0098', '+98'), (digits, prefix) => {
      expect(normaliseMsisdn(`${prefix}9${digits}`)).toBe(`09${digits}`)
      expect(normaliseMsisdn(toPersianDigits(`${prefix}9${digits}`))).toBe(`09${digits}`)
    }),
  )
})
