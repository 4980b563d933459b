import { expect, test } from 'vitest'
import type { Transaction } from '#src/contract/checkout.ts'
import { getT } from '#src/lib/i18n/i18n.ts'
import { fromWire } from '#src/lib/text/tehran.ts'
import { createPaidView } from '#src/pages/packages/_paid-view.ts'

const t = getT('en')
const payment = {
  kind: 'subscription',
  package: { id: 'month-1', title: 'One month', duration_days: 30 },
  paid_at: '2026-11-22T10:00:00',
  subscription_ends_at: '2026-12-22T10:00:00',
} as Transaction
const viewAt = (time: string, change: Partial<Transaction> = {}) =>
  createPaidView({ ...payment, ...change }, fromWire(time), t)

test('a payment that has just been made is celebrated', () => {
  const now = '2026-11-22T10:01:00'
  expect(viewAt(now)).toMatchObject({ isNew: true, title: 'Payment successful' })
  expect(viewAt(now, { kind: 'gift' })).toMatchObject({
    title: 'Your gift is active',
    text: '30 days were added to your subscription.',
  })
})

test('an old receipt is only a receipt', () => {
  expect(viewAt('2026-11-23T10:00:00')).toEqual({ isNew: false, title: 'Receipt', text: null })
  expect(viewAt('2027-01-01T10:00:00')).toEqual({
    isNew: false,
    title: 'Receipt',
    text: 'This subscription has ended.',
  })
})
