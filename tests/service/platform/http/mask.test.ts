import { expect, test } from 'vitest'
import { loggableFields, maskText } from '#src/service/platform/http/mask.ts'

test.each([
  ['no user 09121234567', 'no user …'],
  ['no user ۰۹۱۲۱۲۳۴۵۶۷', 'no user …'],
  ['no user 0912 123 4567', 'no user …'],
  ['6037-9912-3456-7893 was refused', '… was refused'],
  [`Bearer ${'aB3-'.repeat(11)}`, 'Bearer …'],
  ['wrong code 481516', 'wrong code …'],
  ['wrong code 481 516', 'wrong code …'],
  ['wrong PIN ۱۲۳۴', 'wrong PIN …'],
  ['tracker qT8yZpL0mXv3Kd7WcRb2nA is gone', 'tracker … is gone'],
  ['tracker qTyZpLmXvKdWcRbnAaaa is gone', 'tracker … is gone'],
  ['no user سارا نیک‌روش here', 'no user … here'],
  ['/contents/J5O0bNL/%D8%A8%D8%A7%D8%BA-%D8%A8%DB%8C-%D8%B5', '/contents/J5O0bNL/…'],
  ['/contents?sort=a%20b', '/contents?sort=a%20b'],
  [
    `Unexpected token 'S', "Sara "x" N" is not valid JSON`,
    `Unexpected token 'S', "…" is not valid JSON`,
  ],
  ["no user 'Sara Nikravesh'", "no user '…'"],
  [
    "Cannot read properties of undefined (reading 'userId')",
    "Cannot read properties of undefined (reading 'userId')",
  ],
  ["it doesn't fit, and can't", "it doesn't fit, and can't"],
  [
    'POST https://me:pw@api.example/v1/x?apikey=abc#d failed',
    'POST https://api.example/v1/x?… failed',
  ],
  [
    `https://api.example/v1/${'4A6B'.repeat(12)}/sms/send.json`,
    'https://api.example/v1/…/sms/send.json',
  ],
  ['connect ECONNREFUSED 127.0.0.1:80', 'connect ECONNREFUSED 127.0.0.1:80'],
  [
    'insertWithFreeCode failed in remote_access_one_a_code',
    'insertWithFreeCode failed in remote_access_one_a_code',
  ],
  ['at Packages.C_rML1Gh.js:1034:123456', 'at Packages.C_rML1Gh.js:1034:123456'],
  ['at pages.js:09121234567', 'at pages.js:…'],
  ['/play/aB3?t=75', '/play/aB3?t=75'],
])('%s is logged as %s', (text, logged) => {
  expect(maskText(text)).toBe(logged)
})

test('fields of a line keep what an operator needs', () => {
  const fields = {
    requestId: '0b8f3a52-4c3f-4b5a-9a39-0912a1b2c3d4',
    user: 'a3ZdiqXcDAyI3xfJ',
    to: '0912***4567',
    host: '127.0.0.1',
    client: '2001:db8:85a3:1234::8a2e:370:7334',
    mapped: '::ffff:203.0.113.7',
    port: 4321,
    at: '2026-03-21T09:30:00.000Z',
    attempt: 2,
    migration: '0021_support_and_webhooks_of_partners',
    newestMigration: '0002_unrated_titles',
    event: 'signed_in',
    what: null,
  }
  expect(loggableFields(fields, String)).toEqual(fields)
})

test('fields of a line lose user data, by name and by form', () => {
  const fields = {
    msisdn: 9121234567,
    trackerId: 'x',
    access_token: 'x',
    first_name: 'Sara',
    body: { text: 'hello' },
    deep: { list: [{ password: 'x', note: 'call 09121234567' }] },
    given: '481516',
    zone: 'fe80::1%09121234567',
    number: 9121234567,
    requestId: '09121234567',
    why: new Error('x'),
  }
  expect(loggableFields(fields, () => 'an error')).toEqual({
    msisdn: '…',
    trackerId: '…',
    access_token: '…',
    first_name: '…',
    body: '…',
    deep: { list: [{ password: '…', note: 'call …' }] },
    given: '…',
    zone: 'fe80::1%…',
    number: '…',
    requestId: '…',
    why: 'an error',
  })
})
