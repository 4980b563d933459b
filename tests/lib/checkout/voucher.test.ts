import { expect, test } from 'vitest'
import { VOUCHER_EXAMPLE } from '#src/contract/limits.ts'
import {
  emptyVoucher,
  hasUnsubmittedCode,
  nextVoucher,
  parseVoucherCode,
} from '#src/lib/checkout/voucher.ts'
import { getT } from '#src/lib/i18n/i18n.ts'

const info = { kind: 'discount', percent: 50, amount: null, package: null, total: 0 } as const

test('a code is submitted, waits for its answer, succeeds, and can be removed', () => {
  const typed = nextVoucher(emptyVoucher(), { type: 'typed', text: 'demo-50' })
  const waiting = nextVoucher(typed, { type: 'submitted', text: 'DEMO-50' })
  expect(waiting.step).toBe('waiting')
  const success = nextVoucher(waiting, { type: 'accepted', text: 'DEMO-50', info })
  expect(success).toEqual({ step: 'success', text: 'DEMO-50', info })
  expect(nextVoucher(success, { type: 'cancelled' })).toEqual(emptyVoucher())
})

test('the typed text is kept after a refusal', () => {
  const waiting = nextVoucher(emptyVoucher(), { type: 'submitted', text: 'PAST-10' })
  const rejected = nextVoucher(waiting, { type: 'rejected', text: 'PAST-10', error: 'over' })
  expect(rejected).toEqual({ step: 'typing', text: 'PAST-10', error: 'over' })
})

test('a reply after the code was removed changes nothing', () => {
  const waiting = nextVoucher(emptyVoucher(), { type: 'submitted', text: 'DEMO-50' })
  const cancelled = nextVoucher(waiting, { type: 'cancelled' })
  const late = { type: 'accepted', text: 'DEMO-50', info } as const
  expect(nextVoucher(cancelled, late)).toBe(cancelled)
  const other = nextVoucher(cancelled, { type: 'submitted', text: 'OTHER-1' })
  expect(nextVoucher(other, late)).toBe(other)
})

test.each([
  ['demo-50', 'DEMO-50'],
  [' DEMO-۵۰ ', 'DEMO-50'],
  ['GIFT-٣٠', 'GIFT-30'],
  ['DEMO', null],
  ['DEMO-50-60', null],
  ['کد-۵۰', null],
  ['-50', null],
  ['', null],
])('%j is the code %j', (text, code) => {
  expect(parseVoucherCode(text)).toBe(code)
})

test('a typed code that was not submitted is recognised at payment', () => {
  expect(hasUnsubmittedCode(emptyVoucher())).toBe(false)
  expect(hasUnsubmittedCode(emptyVoucher('  '))).toBe(false)
  expect(hasUnsubmittedCode(emptyVoucher('DEMO-50'))).toBe(true)
  expect(hasUnsubmittedCode({ step: 'typing', text: 'DEMO-50', error: 'expired' })).toBe(false)
  expect(hasUnsubmittedCode({ step: 'waiting', text: 'DEMO-50' })).toBe(false)
})

test('the example in the field is a valid code, and so is the one in the error message', () => {
  expect(parseVoucherCode(VOUCHER_EXAMPLE)).toBe(VOUCHER_EXAMPLE)
  expect(getT('fa')('validation.voucher')).toContain(VOUCHER_EXAMPLE)
  expect(getT('en')('validation.voucher')).toContain(VOUCHER_EXAMPLE)
})
