import { expect, test } from 'vitest'
import { bearer, bearerToken } from '#src/contract/bearer.ts'

test('a token is read as it was written', () => {
  expect(bearerToken(bearer('a-token'))).toBe('a-token')
})

test.each([undefined, '', 'Bearer', 'Bearer ', 'bearer a', 'Basic a', ' Bearer a'])(
  'there is none in %j',
  authorization => expect(bearerToken(authorization)).toBeUndefined(),
)
