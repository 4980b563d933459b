import { expect, test } from 'vitest'
import { VOUCHER_EXAMPLE } from '#src/contract/limits.ts'
import { emptyVoucher, isUnsubmitted, nextVoucher, voucherCode } from '#src/lib/checkout/voucher.ts'
import { getT } from '#src/lib/i18n/i18n.ts'

const info = { kind: 'discount', percent: 50, amount: null, package: null, total: 0 } as const

test('a code is submitted, waits, succeeds, and can be cancelled', () => {
  const typed = nextVoucher(emptyVoucher(), { type: 'typed', text: 'demo-50' })
  const waiting = nextVoucher(typed, { type: 'submitted', text: 'DEMO-50' })
  expect(waiting.step).toBe('waiting')
  const success = nextVoucher(waiting, { type: 'accepted', text: 'DEMO-50', info })
  expect(success).toEqual({ step: 'success', text: 'DEMO-50', info })
  expect(nextVoucher(success, { type: 'cancelled' })).toEqual(emptyVoucher())
})

test('what was typed is there after a refusal', () => {
  const waiting = nextVoucher(emptyVoucher(), { type: 'submitted', text: 'PAST-10' })
  const rejected = nextVoucher(waiting, { type: 'rejected', text: 'PAST-10', error: 'over' })
  expect(rejected).toEqual({ step: 'typing', text: 'PAST-10', error: 'over' })
})

test('a reply that comes after the code was cancelled changes nothing', () => {
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
  expect(voucherCode(text)).toBe(code)
})

test('a typed code that nobody submitted is not lost at paying', () => {
  expect(isUnsubmitted(emptyVoucher())).toBe(false)
  expect(isUnsubmitted(emptyVoucher('  '))).toBe(false)
  expect(isUnsubmitted(emptyVoucher('DEMO-50'))).toBe(true)
  expect(isUnsubmitted({ step: 'typing', text: 'DEMO-50', error: 'expired' })).toBe(false)
  expect(isUnsubmitted({ step: 'waiting', text: 'DEMO-50' })).toBe(false)
})

test('the example of the field is a code, and the one that a wrong code is answered with', () => {
  expect(voucherCode(VOUCHER_EXAMPLE)).toBe(VOUCHER_EXAMPLE)
  expect(getT('fa')('validation.voucher')).toContain(VOUCHER_EXAMPLE)
  expect(getT('en')('validation.voucher')).toContain(VOUCHER_EXAMPLE)
})
