import { expect, test } from 'vitest'
import type { Transaction } from '#src/contract/checkout.ts'
import { hasSubscriptionEnded, isJustPaid, receiptLines } from '#src/lib/checkout/receipt.ts'
import { getT } from '#src/lib/i18n/i18n.ts'
import { fromWire } from '#src/lib/text/tehran.ts'

const t = getT('en')
const invoice = {
  price: 1_000_000,
  discount: 200_000,
  vat: 80_000,
  total: 880_000,
  items: [],
  voucher_code: 'SPRING-20',
}
const bought = {
  id: 'x',
  status: 'paid',
  kind: 'ticket',
  package: null,
  content: { id: 'c', short_id: 'c', slug: 'rain', title: 'Rain' },
  amount: 880_000,
  invoice,
  reference: '123456',
  gateway: 'Zarinpal',
  card: '6037-99**-****-1234',
  created_at: '2026-11-22T10:00:00',
  paid_at: '2026-11-22T10:01:00',
  failure_reason: null,
  subscription_ends_at: null,
  return_path: null,
} as Transaction
const textOf = (payment: Transaction, name: string) =>
  receiptLines(payment, t).find(line => line.name === name)?.text

test('the receipt of a ticket shows the title, the amount and the reference', () => {
  expect(textOf(bought, t('checkout.invoice.item'))).toBe('Rain')
  expect(textOf(bought, t('checkout.result.amount'))).toBe('88,000 tomans')
  expect(textOf(bought, t('checkout.paymentId'))).toBe('123456')
  expect(textOf(bought, t('checkout.voucher'))).toBe('SPRING-20')
})

test('the price, discount and tax add up to the amount', () => {
  const number = (name: string) =>
    Number(
      textOf(bought, name)
        ?.replace(/[^\d−-]/g, '')
        .replace('−', '-'),
    )
  const price = number(t('checkout.invoice.price'))
  const discount = number(t('checkout.invoice.discount'))
  const vat = number(t('checkout.invoice.vat', { percent: 10 }))
  expect(price + discount + vat).toBe(number(t('checkout.result.amount')))
})

test('a free order is marked as free, without amounts', () => {
  const gift = { ...bought, amount: 0, reference: null, gateway: null, card: null, paid_at: null }
  expect(textOf(gift, t('checkout.result.amount'))).toBe(t('common.free'))
  expect(textOf(gift, t('checkout.invoice.price'))).toBeUndefined()
  expect(textOf(gift, t('checkout.paymentId'))).toBeUndefined()
})

test('digits are those of the language', () => {
  const fa = receiptLines(bought, getT('fa')).map(({ text }) => text)
  expect(fa).toContain('۱۲۳۴۵۶')
  expect(fa).toContain('۸۸٬۰۰۰ تومان')
})

test('a receipt shows whether its subscription has expired', () => {
  const until = (subscription_ends_at: string | null) => ({ ...bought, subscription_ends_at })
  const now = fromWire('2026-11-23T12:00:00')
  expect(hasSubscriptionEnded(until('2026-11-23T11:59:59'), now)).toBe(true)
  expect(hasSubscriptionEnded(until('2026-11-23T12:00:01'), now)).toBe(false)
  expect(hasSubscriptionEnded(until(null), now)).toBe(false)
})

test.each([
  ['502229******5995', '5022\u00a029**\u00a0****\u00a05995'],
  ['6037-99**-****-1234', '6037\u00a099**\u00a0****\u00a01234'],
  ['**** 1234', '**** 1234'],
])('the card %s is shown in groups of four', (card, shown) => {
  expect(textOf({ ...bought, card }, t('checkout.result.card'))).toBe(shown)
})

test('a payment is new for half an hour', () => {
  expect(isJustPaid(bought, fromWire('2026-11-22T10:30:59'))).toBe(true)
  expect(isJustPaid(bought, fromWire('2026-11-22T10:31:00'))).toBe(false)
  expect(isJustPaid({ ...bought, paid_at: null }, fromWire('2026-11-22T10:01:00'))).toBe(false)
})
