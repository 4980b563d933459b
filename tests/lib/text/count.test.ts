import { expect, test } from 'vitest'
import { counted } from '#src/lib/text/count.ts'

test('one is singular, and large numbers have separators', () => {
  expect(counted(1, 'ticket')).toBe('1 ticket')
  expect(counted(0, 'direct debit contract')).toBe('0 direct debit contracts')
  expect(counted(1200, 'row')).toBe('1,200 rows')
})
