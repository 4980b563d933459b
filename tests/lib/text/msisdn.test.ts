import { expect, test } from 'vitest'
import { maskMsisdn } from '#src/lib/text/msisdn.ts'

test('the middle of a number is masked', () => {
  expect(maskMsisdn('09121234567')).toBe('0912***4567')
})
