import { expect, test } from 'vitest'
import { alertFor, buyLabel, showsBuyButton } from '#src/lib/checkout/subscription-alert.ts'

const MINUTE = 60_000
const now = Date.parse('2026-03-21T12:00:00Z')
const at = (days: number, closedAt: number | null = null) => ({ days, closedAt, now })

test.each([
  [-1, 'none'],
  [0, 'none'],
  [1, 'ending'],
  [5, 'ending'],
  [6, null],
  [180, null],
])('with %i days left the alert is %s', (days, kind) => {
  expect(alertFor('/', at(days))).toBe(kind)
})

test.each(['/packages', '/packages/successPayment', '/tickets', '/en/packages', '/en/tickets/7'])(
  'it is hidden on %s',
  path => {
    expect(alertFor(path, at(0))).toBeNull()
  },
)

test.each(['/', '/en', '/contents', '/user', '/packages-of-old'])('it shows on %s', path => {
  expect(alertFor(path, at(0))).toBe('none')
})

test.each([
  [719, null],
  [720, 'none'],
  [721, 'none'],
])('closed %i minutes ago it is %s', (minutes, kind) => {
  expect(alertFor('/', at(0, now - minutes * MINUTE))).toBe(kind)
})

test('with none or no days left one buys, otherwise one extends', () => {
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
