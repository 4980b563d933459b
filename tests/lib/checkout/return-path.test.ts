import { expect, test } from 'vitest'
import { contentIdFromPath, paymentReturnPath } from '#src/lib/checkout/return-path.ts'

test.each([
  ['/play/aB3?t=75', '/play/aB3?t=75'],
  ['/en/contents/aB3/garden', '/en/contents/aB3/garden'],
  ['/', null],
  [null, null],
  ['//elsewhere.example', null],
  ['/api/users/_self', null],
  ['/login', null],
])('a payment from %s returns to %s', (return_path, path) => {
  expect(paymentReturnPath({ return_path })).toBe(path)
})

test.each([
  ['/play/aB3?t=75', 'aB3'],
  ['/en/play/aB3', 'aB3'],
  ['/contents/aB3/%D8%A8%D8%A7%D8%BA', 'aB3'],
  ['/contents?types=series', null],
  ['/cinema-online', null],
])('the title of %s is %s', (path, id) => {
  expect(contentIdFromPath(path)).toBe(id)
})
