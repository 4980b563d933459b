// The SMS budget limits all messages together, shared by all nodes.
import { afterEach, expect, test } from 'vitest'
import { sendOtp, sendReauthCode } from '#src/contract/endpoints/session.ts'
import type { Deps } from '#src/service/platform/deps.ts'
import {
  enqueueNotification,
  sendNotifications,
} from '#src/service/platform/notifications/notifications.ts'
import { leftInBudgets, takeFromBudgets } from '#src/service/platform/sms/budget.ts'
import { apiErrorOf, resultsOf } from '#tests/support/api-errors.ts'
import { aMsisdn, aUser } from '#tests/support/people.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'

let service: TestService
afterEach(() => service.stop())

const start = async (env: Record<string, string>) => {
  service = await startTestService({ env })
}
let network = 0
const ask = (language: 'fa' | 'en' = 'fa') =>
  service.as({ address: `192.0.2.${++network % 250}`, language })(sendOtp, {
    params: { msisdn: aMsisdn() },
  })

test.each([
  ['SMS_PER_MINUTE', 60],
  ['SMS_PER_HOUR', 3_600],
  ['SMS_PER_DAY', 86_400],
])('%s is shared by all numbers and addresses, on every node', async (setting, seconds) => {
  await start({ [setting]: '20' })
  const other = await service.again()
  const asked = await resultsOf(
    Array.from({ length: 32 }, (_, n) =>
      (n % 2 ? service : other).as({ address: `192.0.2.${n}` })(sendOtp, {
        params: { msisdn: aMsisdn() },
      }),
    ),
  )
  await other.stop()
  expect(asked).toEqual({ success: 18, sms_paused: 14 })
  expect(await service.outbox()).toHaveLength(18)
  const apiError = await apiErrorOf(ask('en'))
  expect(apiError).toMatchObject({ status: 503, code: 50301 })
  expect(apiError.retryAfter).toBeGreaterThan(seconds * 0.9)
  expect(apiError.message).toMatch(/^Too many messages/)
})

test('a request that is refused because of the budget does not use up the limit of the user', async () => {
  await start({ SMS_PER_MINUTE: '1' })
  await ask()
  const msisdn = aMsisdn()
  for (let tries = 0; tries < 8; tries++)
    expect((await apiErrorOf(service.api(sendOtp, { params: { msisdn } }))).result).toBe(
      'sms_paused',
    )
  for (const [name, key] of [
    ['otp-minute', msisdn],
    ['otp-hour', msisdn],
    ['otp-address', '127.0.0.1'],
  ])
    expect(await service.deps.limits.taken(String(name), String(key))).toBe(0)
})

test('an attack on sign-in leaves budget for signed-in users and for security notices', async () => {
  await start({ SMS_PER_HOUR: '20' })
  const person = await aUser(service)
  await resultsOf(Array.from({ length: 40 }, () => ask()))
  expect((await apiErrorOf(ask())).result).toBe('sms_paused')
  await service.deps.limits.forget('otp-minute', person.msisdn)
  await person.api(sendReauthCode, { body: {} })
  const { now, db } = service.deps
  const about = { userId: person.user.id, text: 'متن' }
  await enqueueNotification(db, { ...about, key: 'ending:1', kind: 'subscription_ending' }, now())
  service.clock.advance({ seconds: 1 })
  await enqueueNotification(db, { ...about, key: 'device:1', kind: 'new_device' }, now())
  expect(await sendNotifications(service.deps)).toBe(1)
  expect((await service.outbox(person.msisdn)).map(({ kind }) => kind)).toContain('new_device')
  await service.deps.limits.forget('sms-all', 'hour')
  expect(await sendNotifications(service.deps)).toBe(1)
})

test('reminders are stopped before sign-in codes', async () => {
  await start({ SMS_PER_HOUR: '20' })
  const person = await aUser(service)
  await resultsOf(Array.from({ length: 12 }, () => ask()))
  const notification = { key: 'ending:1', userId: person.user.id, text: 'متن' }
  await enqueueNotification(
    service.deps.db,
    { ...notification, kind: 'subscription_ending' },
    service.deps.now(),
  )
  expect(await sendNotifications(service.deps)).toBe(0)
  await ask()
})

test('one line is logged at 80% and one at 100%, once per window on all nodes', async () => {
  await start({ SMS_PER_MINUTE: '20' })
  const lines: Array<Record<string, unknown>> = []
  const log = { warn: (line: Record<string, unknown>) => void lines.push(line) } as never
  const node = (): Deps => ({ ...service.deps, log })
  const take = () => takeFromBudgets(node(), 'new_device').catch(() => undefined)
  for (let sent = 0; sent < 15; sent++) await take()
  expect(lines).toEqual([])
  await Promise.all(Array.from({ length: 16 }, take))
  await take()
  expect(lines).toHaveLength(2)
  expect(lines).toContainEqual({ event: 'sms_budget_low', window: 'minute', budget: 20 })
  expect(lines).toContainEqual({ event: 'sms_budget_gone', window: 'minute', budget: 20 })
})

test('a gauge shows the remaining budget of each window', async () => {
  await start({ SMS_PER_MINUTE: '20' })
  await ask()
  await ask()
  expect(await leftInBudgets(service.deps)).toMatchObject({ minute: 18 })
  const { metrics } = service.deps
  metrics.gauge('pardeh_sms_left', 'left', 'window', () => leftInBudgets(service.deps))
  expect(await metrics.text()).toMatch(/pardeh_sms_left\{window="minute"\} 18/)
})
