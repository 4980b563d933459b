import { expect, test } from 'vitest'
import { secretsIn } from './run-logs.ts'

test.each([
  ['a mobile number', '{"path":"/access-token/users/09121234567/otp"}'],
  ['a mobile number', 'sent to +989121234567'],
  ['a card number', '{"card":"6037991234567893"}'],
  ['a card number', 'paid with 6037 9912 3456 7893'],
  ['a bearer token', '"authorization":"Bearer abcdefghijkl"'],
  ['a token', `"state":"${'aB3-'.repeat(10)}xY_"`],
  ['an authority of a bank', `GET /payments/zarinpal/callback?Authority=A${'0'.repeat(35)}`],
  ['a secret field', '{"body":{"otp":"123456"}}'],
])('%s in a line is found', (name, line) => {
  expect(secretsIn(`fine\n${line}\nfine`)).toEqual([`${name}: ${line}`])
})

test.each([
  '{"level":30,"time":"2026-03-21T09:30:00.000Z","msg":"listening","port":4321}',
  '{"time":1795233780095,"transaction":"a3ZdiqXcDAyI3xfJ","gateway":"zibal","code":201}',
  '{"msisdn":"…","to":"0912***4567","card":"603799******7893","token":"…"}',
  '    at settle (file:///srv/pardeh/src/service/checkout/payments.ts:103:12)',
  '{"trackId":"1234567890123456"}',
])('nothing is found in %s', line => {
  expect(secretsIn(line)).toEqual([])
})
