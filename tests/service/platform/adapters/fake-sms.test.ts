/** The outbox of the demo as Kavenegar and SMS.ir: their real adapters send through it, as in a rehearsal of production. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  FAKE_KAVENEGAR_PATH,
  FAKE_SMS_IR_PATH,
  fakeSmsRoutes,
} from '#src/service/platform/adapters/sms/fake-sms.routes.ts'
import { kavenegar } from '#src/service/platform/adapters/sms/kavenegar.ts'
import type { Sms } from '#src/service/platform/adapters/sms/sms.ts'
import { SmsError } from '#src/service/platform/adapters/sms/sms-error.ts'
import { smsIr } from '#src/service/platform/adapters/sms/sms-ir.ts'
import { readEnv } from '#src/service/platform/env.ts'
import { aMsisdn } from '#tests/support/people.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'
import { startTestServer } from '#tests/support/test-server.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

/** Returns a function that sends a message by a provider of a rehearsal: 0 is Kavenegar, 1 is SMS.ir. */
async function aSender() {
  const { origin } = await startTestServer(async (req, res) => {
    const body = Buffer.concat(await Array.fromAsync(req))
    const headers = new Headers(
      Object.entries(req.headers).map(([name, value]) => [name, String(value)]),
    )
    const reply = await service.fetch(req.url ?? '', { method: 'POST', headers, body })
    const type = reply.headers.get('content-type') ?? ''
    res.writeHead(reply.status, { 'content-type': type }).end(await reply.text())
  })
  const env = readEnv({
    DATA_DIR: service.deps.env.DATA_DIR,
    SECRET: 'a secret of the tests, long enough for a key',
    KAVENEGAR_API_KEY: 'any-key',
    SMS_BASE_URL: `${origin}${FAKE_KAVENEGAR_PATH}`,
    SMSIR_API_KEY: 'any-key',
    SMSIR_TEMPLATE_ID: '123456',
    SMSIR_LINE_NUMBER: '30007732',
    SMSIR_BASE_URL: `${origin}${FAKE_SMS_IR_PATH}`,
  })
  const providers = [kavenegar(env), smsIr(env)]
  return async (n: number, message: Sms) => providers[n]?.send(message, AbortSignal.timeout(30_000))
}

test.each([0, 1])('a code and a text of provider %i arrive in the outbox', async n => {
  const send = await aSender()
  const to = aMsisdn()
  await send(n, { to, kind: 'login', text: 'the text of the template', code: '123456' })
  await send(n, { to, kind: 'reminder', text: 'اشتراک شما فردا تمام می‌شود.' })
  const [second, first] = await service.outbox(to)
  expect(first).toMatchObject({ to, code: '123456' })
  expect(second).toMatchObject({ to, text: 'اشتراک شما فردا تمام می‌شود.' })
  expect(second?.code).toBeNull()
})

test.each([0, 1])('provider %i refuses what the company refuses', async n => {
  const send = await aSender()
  const refused = async (message: Sms) => {
    const error = await send(n, message).catch((failure: unknown) => failure)
    return error instanceof SmsError ? error.failure : error
  }
  expect(await refused({ to: '12', kind: 'login', text: 'x', code: '123456' })).toBe('number')
  expect(await refused({ to: '12', kind: 'reminder', text: 'x' })).toBe('number')
  expect(await refused({ to: aMsisdn(), kind: 'reminder', text: '' })).toBe('message')
})

test('in production there is no such company', async () => {
  const env = { ...service.deps.env, MODE: 'production' as const }
  const app = fakeSmsRoutes({ db: service.deps.db, env })
  for (const path of ['/fake/kavenegar/v1/key/sms/send.json', '/fake/sms-ir/v1/send/bulk'])
    expect((await app.request(path, { method: 'POST' })).status).toBe(404)
})
