import { expect, test } from 'vitest'
import { LANGUAGES } from '#src/contract/languages.ts'
import {
  buyLabel,
  DAY_PLACEHOLDER,
  noSubscriptionText,
  showsBuyButton,
  subscriptionAlert,
  subscriptionEndedText,
} from '#src/lib/checkout/subscription-alert.ts'
import { getT } from '#src/lib/i18n/i18n.ts'
import { fromWire } from '#src/lib/text/tehran.ts'

const MINUTE = 60_000
const now = Date.parse('2026-03-21T12:00:00Z')
const at = (days: number, closedAt: number | null = null, isRenewed = false) => ({
  days,
  isRenewed,
  closedAt,
  now,
})

test.each([
  [-1, 'none'],
  [0, 'none'],
  [1, 'ending'],
  [5, 'ending'],
  [6, null],
  [180, null],
])('with %i days left the alert is %s', (days, kind) => {
  expect(subscriptionAlert('/', at(days))).toBe(kind)
})

test('with direct debit the alert of the last days is quiet, and after a failed debit it asks to buy', () => {
  const kinds = [6, 5, 1, 0].map(days => subscriptionAlert('/', at(days, null, true)))
  expect(kinds).toEqual([null, 'renewing', 'renewing', 'none'])
})

test.each(['/packages', '/packages/successPayment', '/tickets', '/en/packages', '/en/tickets/7'])(
  'it is hidden on %s',
  path => {
    expect(subscriptionAlert(path, at(0))).toBeNull()
  },
)

test.each(['/', '/en', '/contents', '/user', '/packages-of-old'])('it shows on %s', path => {
  expect(subscriptionAlert(path, at(0))).toBe('none')
})

test.each([
  [719, null],
  [720, 'none'],
  [721, 'none'],
])('if closed %i minutes ago, it is %s', (minutes, kind) => {
  expect(subscriptionAlert('/', at(0, now - minutes * MINUTE))).toBe(kind)
})

test('without days left the button buys, otherwise it extends', () => {
  expect([-1, 0, 1, 90].map(buyLabel)).toEqual([
    'checkout.buy',
    'checkout.buy',
    'checkout.extend',
    'checkout.extend',
  ])
})

test('the buy button shows at 5 or fewer days', () => {
  expect([0, 5, 6].map(showsBuyButton)).toEqual([true, true, false])
})

test('without a subscription it says when the last one ended, and «none» only if there never was one', () => {
  const texts = { none: 'none', ended: 'It has ended.', endedOn: 'It ended {day}.' }
  const today = new Date(now)
  const text = (days: number | null, language: 'fa' | 'en' = 'en') => {
    const endedAt = days === null ? null : new Date(now - days * 86_400_000)
    return subscriptionEndedText(texts, { endedAt, now: today, language })
  }
  expect(text(null)).toBe('none')
  expect(text(0)).toBe('It ended today.')
  expect(text(1)).toBe('It ended yesterday.')
  expect(text(1, 'fa')).toBe('It ended دیروز.')
  expect(text(30)).toBe('It ended 30 days ago.')
  expect(text(31)).toBe('It has ended.')
})

test.each(LANGUAGES)(
  'the account page says when a subscription ended, or that there was none, in %s',
  language => {
    const t = getT(language)
    const now = fromWire('2026-11-23T12:00:00')
    const text = (endedAt: string | null) => noSubscriptionText(endedAt, now, t)
    expect(text(null)).toBe(t('shell.account.subscriptionNone'))
    expect(text('2026-11-22T20:00:00')).toContain({ fa: 'دیروز', en: 'yesterday' }[language])
    expect(text('2025-01-01T00:00:00')).toBe(t('shell.account.subscriptionEnded'))
  },
)

test.each(LANGUAGES)('after the end, text and buttons alike say buy, not extend (%s)', language => {
  const t = getT(language)
  const texts = [
    t('checkout.alert.ended'),
    t('checkout.alert.endedOn', { day: DAY_PLACEHOLDER }),
    t('catalogue.action.renew'),
    t(buyLabel(0)),
  ]
  for (const text of texts) {
    expect(text).toMatch(/خرید|بخرید|subscribe/i)
    expect(text).not.toMatch(/تمدید|renew|extend/i)
  }
})
