import { expect, test } from 'vitest'
import { emptyVoucher, nextVoucher, voucherCode } from '#src/lib/checkout/voucher.ts'

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
