import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sendOtp } from '#src/contract/session.ts'
import { smsSender } from '#src/service/adapters/sms/sms.ts'
import { readEnv } from '#src/service/env.ts'
import { aMsisdn } from '#tests/support/people.ts'
import { refusalOf } from '#tests/support/refusals.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'

const SECRET = 'a secret of the tests, long enough for a key'
let provider: Server
let asked: Array<{ url: string; fields: Record<string, string> }> = []
let answer: { status: number; body: string } = { status: 200, body: '' }
let service: TestService

beforeAll(async () => {
  provider = createServer(async (request, reply) => {
    const chunks = await Array.fromAsync(request)
    const fields = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()))
    asked.push({ url: request.url ?? '', fields })
    reply.writeHead(answer.status).end(answer.body)
  })
  await new Promise<void>(done => provider.listen(0, '127.0.0.1', done))
  const { port } = provider.address() as AddressInfo
  const env = { KAVENEGAR_API_KEY: 'the-key', SMS_BASE_URL: `http://127.0.0.1:${port}` }
  const settings = readEnv({ SECRET, ...env })
  service = await startTestService({ env, overrides: { sms: smsSender(settings, null as never) } })
})
beforeEach(() => {
  asked = []
  answer = { status: 200, body: JSON.stringify({ return: { status: 200 }, entries: [] }) }
})
afterAll(async () => {
  provider.close()
  await service.stop()
})

const ask = (msisdn = aMsisdn()) => service.api(sendOtp, { params: { msisdn } })

test('a code goes out through the template of the panel', async () => {
  const msisdn = aMsisdn()
  await ask(msisdn)
  expect(asked).toHaveLength(1)
  expect(asked[0]?.url).toBe('/v1/the-key/verify/lookup.json')
  expect(asked[0]?.fields).toMatchObject({ receptor: msisdn, template: 'pardeh-otp' })
  expect(asked[0]?.fields.token).toMatch(/^\d{6}$/)
  expect(asked[0]?.fields.token2).toBe(asked[0]?.fields.token)
})

test.each([
  ['says that there is no credit', 200, JSON.stringify({ return: { status: 418 } })],
  ['answers 500', 500, 'oops'],
  ['answers HTML', 200, '<html></html>'],
  ['answers nothing', 200, ''],
])('a provider that %s can be tried again', async (_, status, body) => {
  answer = { status, body }
  const refusal = await refusalOf(ask())
  expect(refusal).toMatchObject({ status: 502, result: 'gateway_unavailable' })
  expect(JSON.stringify(refusal)).not.toContain('the-key')
})

test('other messages go out as they are', async () => {
  await service.deps.sms.send({ to: '09121234567', kind: 'renewal', text: 'سلام' })
  expect(asked[0]).toMatchObject({
    url: '/v1/the-key/sms/send.json',
    fields: { receptor: '09121234567', message: 'سلام' },
  })
})
