import { expect, test } from 'vitest'
import { getT } from '#src/lib/i18n/i18n.ts'
import { lockWords } from '#src/lib/player/lock-view.ts'
import { fromWire } from '#src/lib/text/tehran.ts'

const t = getT('en')
const nothing = { subscriptionEndedAt: null, ticketEndedAt: null, reason: 'Not here.' }
const ended = fromWire('2026-11-26T10:00:00')

test('the lock says what is needed', () => {
  const titles = (['subscribe', 'buy_ticket', 'sign_in', 'blocked'] as const).map(
    action => lockWords({ ...nothing, action }, t).title,
  )
  expect(titles).toEqual([
    'You need a subscription to watch',
    'You need a ticket to watch',
    'Sign in to watch',
    'You can’t watch this title',
  ])
  expect(lockWords({ ...nothing, action: 'blocked' }, t).text).toBe('Not here.')
})

test('and until when the viewer had it', () => {
  expect(lockWords({ ...nothing, action: 'renew', subscriptionEndedAt: ended }, t).text).toBe(
    'Your subscription ran until 26 November 2026. After paying, you resume right where you left off.',
  )
  expect(lockWords({ ...nothing, action: 'buy_ticket', ticketEndedAt: ended }, t).text).toMatch(
    /^Your ticket was valid until 26 November 2026\./,
  )
  expect(lockWords({ ...nothing, action: 'subscribe' }, t).text).not.toMatch(/until/)
})
