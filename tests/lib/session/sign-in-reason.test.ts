import { expect, test } from 'vitest'
import { signInReason } from '#src/lib/session/sign-in-reason.ts'

test.each([
  ['/', null],
  ['/en', null],
  ['/en/?from=mail', null],
  ['/play/aB3dE5f?t=20', 'watch'],
  ['/en/play/aB3dE5f', 'watch'],
  ['/packages?package=month-1', 'buy'],
  ['/packages', 'buy'],
  ['/dd-agreement?package=month-auto', 'buy'],
  ['/cinema-online/ticket/aB3dE5f', 'buy'],
  ['/tickets/12', 'support'],
  ['/surveys/best-film', 'vote'],
  ['/smart-tv', 'television'],
  ['/user/bookmarks', 'account'],
  ['/contents/aB3dE5f/quiet-orchard#comments', 'return'],
] as const)('who returns to %s signs in for: %s', (back, reason) => {
  expect(signInReason(back)).toBe(reason)
})
