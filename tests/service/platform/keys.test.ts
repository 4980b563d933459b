import { expect, test } from 'vitest'
import { createKeyring, deriveKey } from '#src/service/platform/keys.ts'

const SECRETS = { SECRET: 's'.repeat(32), SECRET_PREVIOUS: ['p'.repeat(32)] }

test('a key is derived once, and each purpose has a key of its own', () => {
  const { key, keys } = createKeyring(SECRETS)
  expect(key('token')).toBe(key('token'))
  expect(keys('token')).toBe(keys('token'))
  expect(key('token')).toEqual(deriveKey(SECRETS.SECRET, 'token'))
  expect(key('otp')).not.toEqual(key('token'))
})

test('the keys of a purpose begin with that of SECRET', () => {
  const { key, keys } = createKeyring(SECRETS)
  expect(keys('media')).toEqual([key('media'), deriveKey('p'.repeat(32), 'media')])
})
