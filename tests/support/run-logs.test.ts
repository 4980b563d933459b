import { afterEach, expect, test } from 'vitest'
import { findSecrets } from './find-secrets.ts'
import { captureLine, captureLogs, plant } from './run-logs.ts'

test.each([
  ['a mobile number', '{"path":"/access-token/users/09121234567/otp"}'],
  ['a mobile number', 'sent to +989121234567'],
  ['a mobile number', 'sent to 00989121234567'],
  ['a mobile number', '۰۹۱۲۱۲۳۴۵۶۷'],
  [
    'a mobile number',
    '{"msg":"no user \\u06f0\\u06f9\\u06f1\\u06f2\\u06f1\\u06f2\\u06f3\\u06f4\\u06f5\\u06f6\\u06f7"}',
  ],
  ['a mobile number', 'no user 0912 123 4567'],
  ['a mobile number', 'no user 0912-123-45-67'],
  ['a mobile number', 'no user (0912) 1234567'],
  ['a mobile number', 'users%2F09121234567%2Fotp'],
  ['a mobile number', 'users%2f09121234567%2fotp'],
  ['a mobile number', '    at settle (09121234567:103:12)'],
  ['a card number', '{"card":"6037991234567893"}'],
  ['a card number', 'paid with 6037 9912 3456 7893'],
  ['a bearer token', '"authorization":"Bearer abcdefghijkl"'],
  ['a token', `"state":"${'aB3-'.repeat(10)}xY_"`],
  ['a token', 'tracker qT8yZpL0mXv3Kd7WcRb2nA was unknown'],
  ['a token', 'GET /access-token/remote-access/qT8yZpL0mXv3Kd7WcRb2nA'],
  ['an authority of a bank', `GET /payments/zarinpal/callback?Authority=A${'0'.repeat(35)}`],
  ['a secret field', '{"body":{"otp":"123456"}}'],
  ['a secret field', '{"msg":"{\\"pin\\":\\"1234\\"}"}'],
  ['user input', '{"name":"سارا"}'],
  ['user input', String.raw`{"text":"\u0633\u0644\u0627\u0645"}`],
  ["a query's parameters", 'Failed query: select 1 params: x'],
  ["a query's parameters", 'Key (msisdn)=(x) already exists.'],
])('%s in a line is found: %s', (name, line) => {
  expect(findSecrets(`fine\n${line}\nfine`)).toContainEqual(`${name}: ${line}`)
})

const PLANTED = [
  ['a code', '481516'],
  ['a tracker', 'Zt8_abcdEFGHijkl'],
  ['a name', 'Sara Nikravesh'],
  ['a ticket', 'My neighbour\nsees my "films"'],
] as const

test.each([
  ['a code', '{"msg":"wrong code 481516"}'],
  ['a code', 'wrong code ۴۸۱۵۱۶'],
  ['a code', 'wrong code 481 516'],
  ['a code', '{"given":"481-516"}'],
  ['a code', '{"otp_length":6,"given":481516}'],
  ['a tracker', '    at find (file:///srv/x.ts:1:2) Zt8_abcdEFGHijkl'],
  ['a tracker', 'path=/otp/Zt8_abcdEFGHijkl?x'],
  ['a name', '{"stack":"Error: no Sara Nikravesh\\n    at x"}'],
  ['a name', 'name=Sara%20Nikravesh'],
  ['a name', '{"msg":"\\u0053ara Nikravesh"}'],
  ['a ticket', '{"err":{"message":"My neighbour\\nsees my \\"films\\""}}'],
])('%s that a test planted is found: %s', (name, line) => {
  expect(
    findSecrets(
      line,
      PLANTED.map(([kind, value]) => [kind, value.replaceAll('\n', ' ')]),
    ),
  ).toContainEqual(`${name}: ${line}`)
})

test.each([
  '{"level":30,"time":"2026-03-21T09:30:00.000Z","msg":"listening","port":4321}',
  '{"time":1795233780095,"transaction":"a3ZdiqXcDAyI3xfJ","gateway":"zibal","code":201}',
  '{"msisdn":"…","to":"0912***4567","card":"603799******7893","token":"…"}',
  '    at settle (file:///srv/pardeh/src/service/commerce/checkout/payments.ts:103:12)',
  '{"trackId":"1234567890123456"}',
  '{"requestId":"0b8f3a52-4c3f-4b5a-9a39-0912a1b2c3d4"}',
  '{"event_id":"092c6f7a141e45e4891585490092073a"}',
  '{"trace_id":"4bf92f3577b34da609123456789e4736"}',
  '{"share":0.9123456789012,"address":"127.0.0.1"}',
  '{"pid":481516,"port":4815}',
  '{"err":{"query":"insert otp_challenges #48aa16","constraint":"remote_access_one_a_code"}}',
])('nothing is found in %s', line => {
  expect(findSecrets(line, PLANTED)).toEqual([])
})

const { PARDEH_RUN_LOGS } = process.env
afterEach(() => {
  if (PARDEH_RUN_LOGS === undefined) delete process.env.PARDEH_RUN_LOGS
  else process.env.PARDEH_RUN_LOGS = PARDEH_RUN_LOGS
})

test('a run fails if a log contains a planted value, and passes otherwise', async () => {
  const endBadly = captureLogs()
  plant('a code', '481516')
  captureLine('service', '{"msg":"wrong code 481516"}\n')
  await expect(endBadly()).rejects.toThrow('a code')
  const endWell = captureLogs()
  plant('a code', '481516')
  captureLine('service', '{"msg":"wrong code"}\n')
  await endWell()
})
