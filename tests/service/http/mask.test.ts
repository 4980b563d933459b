import { expect, test } from 'vitest'
import { masked } from '#src/service/http/mask.ts'

test.each([
  ['no user 09121234567', 'no user …'],
  ['no user ۰۹۱۲۱۲۳۴۵۶۷', 'no user …'],
  ['no user 0912 123 4567', 'no user …'],
  ['6037-9912-3456-7893 was refused', '… was refused'],
  [`Bearer ${'aB3-'.repeat(11)}`, 'Bearer …'],
  ['at Packages.C_rML1Gh.js:103:12', 'at Packages.C_rML1Gh.js:103:12'],
  ['/play/aB3?t=75', '/play/aB3?t=75'],
])('%s is logged as %s', (text, logged) => {
  expect(masked(text)).toBe(logged)
})
