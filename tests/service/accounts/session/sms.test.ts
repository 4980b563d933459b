// Messages through two providers over HTTP: the requests that they get, and how their failures are handled.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sendOtp } from '#src/contract/endpoints/session.ts'
import { CODES_PER_HOUR, SMS } from '#src/contract/limits.ts'
import { createProviders } from '#src/service/platform/adapters/providers.ts'
import { KAVENEGAR_FAILURES } from '#src/service/platform/adapters/sms/kavenegar.ts'
import type { SmsError } from '#src/service/platform/adapters/sms/sms-error.ts'
import { SMS_IR_FAILURES } from '#src/service/platform/adapters/sms/sms-ir.ts'
import { smsSender } from '#src/service/platform/adapters/sms/sms-sender.ts'
import { createMetrics } from '#src/service/platform/http/metrics.ts'
import { apiErrorOf } from '#tests/support/api-errors.ts'
import { aMsisdn } from '#tests/support/people.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'
import { aProvider, type FakeProvider } from '#tests/support/sms-providers.ts'

let kavenegar: FakeProvider
let smsIr: FakeProvider
let service: TestService
let lines: Array<Record<string, unknown>> = []

async function start(env: Record<string, string>) {
  service = await startTestService({ env })
  lines = []
  const log = { ...service.deps.log, info: keep, warn: keep } as never
  // Uses the pause of a running site.
  const providers = createProviders({ log, metrics: createMetrics() })
  Object.assign(service.deps, { log, sms: smsSender({ ...service.deps, log, providers }) })
}
const keep = (line: Record<string, unknown>) => void lines.push(line)

beforeEach(async () => {
  kavenegar = await aProvider('kavenegar')
  smsIr = await aProvider('sms.ir')
})
afterEach(async () => {
  await service.stop()
  await kavenegar.down()
  await smsIr.down()
})

const first = () => ({ KAVENEGAR_API_KEY: 'the-key', SMS_BASE_URL: kavenegar.url })
const second = () => ({
  SMSIR_API_KEY: 'other-key',
  SMSIR_TEMPLATE_ID: '123456',
  SMSIR_LINE_NUMBER: '30004505000017',
  SMSIR_BASE_URL: smsIr.url,
})
const ask = (msisdn = aMsisdn(), language: 'fa' | 'en' = 'fa') =>
  service.as({ language })(sendOtp, { params: { msisdn } })
const outcomes = () => service.deps.metrics.text()

test('a code is sent through the template of the provider', async () => {
  await start(first())
  const msisdn = aMsisdn()
  await ask(msisdn)
  expect(kavenegar.asked).toHaveLength(1)
  expect(kavenegar.asked[0]?.url).toBe('/v1/the-key/verify/lookup.json')
  const { fields } = kavenegar.asked[0] as (typeof kavenegar.asked)[0]
  expect(fields).toMatchObject({ receptor: msisdn, template: 'pardeh-otp', token2: fields.token })
  expect(fields.token).toMatch(/^\d{6}$/)
})

test('other messages are sent as plain text, by either provider', async () => {
  await start({ ...first(), ...second() })
  await service.deps.sms.send({ to: '09121234567', kind: 'renewal', text: 'سلام' })
  expect(kavenegar.asked[0]).toMatchObject({
    url: '/v1/the-key/sms/send.json',
    fields: { receptor: '09121234567', message: 'سلام' },
  })
  kavenegar.answers({ status: 418 })
  await service.deps.sms.send({ to: '09121234567', kind: 'renewal', text: 'سلام' })
  expect(smsIr.asked).toEqual([
    {
      url: '/v1/send/bulk',
      key: 'other-key',
      fields: {
        lineNumber: 30_004_505_000_017,
        messageText: 'سلام',
        mobiles: ['09121234567'],
        sendDateTime: null,
      },
    },
  ])
})

test('messages are sent from KAVENEGAR_SENDER if it is set', async () => {
  await start({ ...first(), KAVENEGAR_SENDER: '10004346' })
  await service.deps.sms.send({ to: '09121234567', kind: 'renewal', text: 'سلام' })
  expect(kavenegar.asked.at(-1)?.fields).toMatchObject({ sender: '10004346' })
  await service.stop()
  await start(first())
  await service.deps.sms.send({ to: '09121234567', kind: 'renewal', text: 'سلام' })
  expect(kavenegar.asked.at(-1)?.fields).not.toHaveProperty('sender')
})

test.each([
  ['reports missing credit', { status: 418 }],
  ['answers 500', { http: 500, body: 'oops' }],
  ['answers HTML', { http: 200, body: '<html></html>' }],
  ['answers nothing', { http: 200, body: '' }],
] as const)(
  'after a provider that %s the same user can request a code again at once',
  async (_, answer) => {
    await start(first())
    const msisdn = aMsisdn()
    kavenegar.answers(answer)
    for (let tries = 0; tries < 12; tries++) {
      const apiError = await apiErrorOf(ask(msisdn, 'en'))
      const isAsked = tries < SMS.breakerFailures
      expect(apiError).toMatchObject(
        isAsked
          ? { status: 502, result: 'sms_unavailable' }
          : { status: 503, result: 'provider_paused' },
      )
      if (!isAsked) expect(apiError.retryAfter).toBeGreaterThan(0)
      expect(apiError.message).toMatch(/SMS service/)
      expect(apiError.message).not.toMatch(/bank|operator/)
      expect(JSON.stringify(apiError)).not.toContain('the-key')
    }
    expect((await apiErrorOf(ask(msisdn, 'fa'))).message).toContain('پیامک ارسال نشد')
  },
)

test('five minutes without a provider lock no user out: number, address and budgets are credited again', async () => {
  await start({ ...first(), SMS_PER_MINUTE: '3' })
  const msisdn = aMsisdn()
  await kavenegar.down()
  for (let tries = 0; tries < 25; tries++)
    expect((await apiErrorOf(ask(msisdn))).result).toMatch(/sms_unavailable|provider_paused/)
  await kavenegar.up()
  for (const [name, key] of [
    ['otp-minute', msisdn],
    ['otp-hour', msisdn],
    ['otp-address', '127.0.0.1'],
    ['sms-all', 'minute'],
    ['sms-all', 'day'],
  ] as const)
    expect(await service.deps.limits.taken(name, key), name).toBe(0)
})

test('a message that may have been sent counts for its minute, but not for the hour', async () => {
  await start(first())
  const msisdn = aMsisdn()
  kavenegar.answers('hang up')
  for (let tries = 0; tries < 2 * CODES_PER_HOUR.number; tries++) {
    const apiError = await apiErrorOf(ask(msisdn, 'en'))
    if (apiError.result === 'provider_paused') break
    expect(apiError).toMatchObject({ status: 504, result: 'sms_timeout', retryAfter: 60 })
    expect((await apiErrorOf(ask(msisdn))).result).toBe('too_many_requests')
    await service.deps.limits.forget('otp-minute', msisdn)
  }
  expect(await service.deps.limits.taken('otp-hour', msisdn)).toBe(0)
  expect(await service.deps.limits.taken('sms-all', 'hour')).toBeGreaterThan(0)
})

test('the second provider takes over with the same code if the first fails', async () => {
  await start({ ...first(), ...second() })
  const msisdn = aMsisdn()
  kavenegar.answers({ status: 418 })
  await ask(msisdn)
  expect(smsIr.asked).toHaveLength(1)
  expect(smsIr.asked[0]).toMatchObject({
    url: '/v1/send/verify',
    key: 'other-key',
    fields: {
      mobile: msisdn,
      templateId: 123_456,
      parameters: [{ name: 'CODE', value: kavenegar.asked[0]?.fields.token }],
    },
  })
})

test('a code is sent by the second provider if the first does not answer, a text that may have been sent is not', async () => {
  await start({ ...first(), ...second() })
  kavenegar.answers('hang up')
  await ask()
  expect(smsIr.asked).toHaveLength(1)
  const notification = { to: '09121234567', kind: 'new_device', text: 'سلام' }
  await expect(service.deps.sms.send(notification)).rejects.toMatchObject({ failure: 'unclear' })
  expect(smsIr.asked).toHaveLength(1)
})

test.each([
  ['kavenegar', () => kavenegar.answers({ status: 411 }), first],
  ['sms.ir', () => smsIr.answers({ status: 104 }), second],
] as const)(
  'a number that %s refuses is reported at its field and not sent elsewhere',
  async (_, fail, env) => {
    await start({ ...second(), ...env() })
    fail()
    const apiError = await apiErrorOf(ask())
    expect(apiError).toMatchObject({ status: 422, errors: { msisdn: 'validation.mobileRefused' } })
    expect(kavenegar.asked.length + smsIr.asked.length).toBe(1)
  },
)

test('a provider that fails repeatedly is skipped, and tried again later', async () => {
  await start({ ...first(), ...second() })
  await kavenegar.down()
  await kavenegar.up()
  kavenegar.answers({ status: 418 })
  for (let sent = 0; sent < 12; sent++) await ask()
  expect(kavenegar.asked).toHaveLength(5)
  expect(smsIr.asked).toHaveLength(12)
  expect(lines.filter(({ event }) => event === 'provider_paused')).toHaveLength(1)
})

test('each failure is logged and counted, without the number, the code or the key', async () => {
  await start({ ...first(), ...second() })
  const msisdn = aMsisdn()
  kavenegar.answers({ status: 418 })
  await ask(msisdn)
  expect(lines.find(({ event }) => event === 'sms_failed')).toMatchObject({
    provider: 'kavenegar',
    failure: 'refused',
    code: '418',
    kind: 'login',
  })
  const code = String(kavenegar.asked[0]?.fields.token)
  for (const secret of [msisdn, code, 'the-key', 'other-key'])
    expect(JSON.stringify(lines)).not.toContain(secret)
  expect(await outcomes()).toMatch(/pardeh_sms_total\{provider="kavenegar",outcome="refused"\} 1/)
  expect(await outcomes()).toMatch(/pardeh_sms_total\{provider="sms.ir",outcome="sent"\} 1/)
})

test.each([
  ['kavenegar', KAVENEGAR_FAILURES, () => kavenegar, first, [401, 409, 418, 500]],
  ['sms.ir', SMS_IR_FAILURES, () => smsIr, second, [0, 10, 20, 102]],
] as const)(
  'temporary error codes of %s are distinguished from permanent ones',
  async (_, table, provider, env, passing) => {
    await start(env())
    const message = { to: '09121234567', kind: 'new_device', text: 'سلام' }
    const failureOf = async (status: number) => {
      provider().answers({ status })
      return service.deps.sms.send(message).catch((error: SmsError) => error.failure)
    }
    for (const [status, failure] of Object.entries(table))
      expect(await failureOf(Number(status)), status).toBe(failure)
    for (const status of passing) expect(await failureOf(status), String(status)).toBe('refused')
  },
)
