import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toPersianDigits } from '#src/lib/text/digits.ts'
import { maskMsisdn, normaliseMsisdn } from '#src/lib/text/msisdn.ts'

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
  '',
])('%j is refused', typed => {
  expect(normaliseMsisdn(typed)).toBeNull()
})

test('every prefix and script of a number gives the same one', () => {
  const rest = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 9, maxLength: 9 })
  fc.assert(
    fc.property(rest, fc.constantFrom('0', '98', '0098', '+98'), (digits, prefix) => {
      expect(normaliseMsisdn(`${prefix}9${digits}`)).toBe(`09${digits}`)
      expect(normaliseMsisdn(toPersianDigits(`${prefix}9${digits}`))).toBe(`09${digits}`)
    }),
  )
})

test('the middle of a number is masked', () => {
  expect(maskMsisdn('09121234567')).toBe('0912***4567')
})
