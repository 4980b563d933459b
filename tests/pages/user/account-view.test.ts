import { expect, test } from 'vitest'
import type { Self } from '#src/contract/session.ts'
import { ANONYMOUS, type SessionState } from '#src/lib/session/state.ts'
import { createAccountView } from '#src/pages/user/_account-view.ts'

const known = { name: 'Sara', family: 'Karimi', msisdn: '09120000001' }
const state = {
  ...ANONYMOUS,
  user: known,
  profile: { avatar: '/avatars/kid', is_primary: true },
} as SessionState
const self = {
  name: 'Sara',
  family: '',
  msisdn: '09120000001',
  avatar: '/avatars/own',
  subscription_remaining_in_day: 5,
  subscription_ends_at: '2026-12-01T00:00:00',
  profile: { is_primary: false },
} as unknown as Self

test('the answer of the service takes precedence', () => {
  expect(createAccountView(self, state)).toMatchObject({
    name: 'Sara',
    remainingDays: 5,
    endsAt: '2026-12-01T00:00:00',
    isPrimary: false,
  })
})

test('if the service cannot be reached, the state cookie is used', () => {
  expect(createAccountView(null, state)).toMatchObject({
    name: 'Sara Karimi',
    msisdn: '09120000001',
    remainingDays: 0,
    isPrimary: true,
  })
})

test('the avatar is the profile’s, otherwise the user’s, otherwise the first of all', () => {
  expect(createAccountView(self, state).avatar).toBe('/avatars/kid')
  expect(createAccountView(self, ANONYMOUS).avatar).toBe('/avatars/own')
  expect(createAccountView(null, ANONYMOUS).avatar).toBe('/avatars/default-1')
})
