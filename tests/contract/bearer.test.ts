import { expect, test } from 'vitest'
import { bearerAuthorization, parseBearerToken } from '#src/contract/bearer.ts'

test('the token is returned exactly as it was sent', () => {
  expect(parseBearerToken(bearerAuthorization('a-token'))).toBe('a-token')
})

test.each([undefined, '', 'Bearer', 'Bearer ', 'bearer a', 'Basic a', ' Bearer a'])(
  '%j contains no token',
  authorization => expect(parseBearerToken(authorization)).toBeUndefined(),
)
