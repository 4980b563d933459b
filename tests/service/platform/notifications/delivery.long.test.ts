// Messages that a provider does not accept.
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sendOtp } from '#src/contract/endpoints/session.ts'
import { SmsError, type SmsFailure } from '#src/service/platform/adapters/sms/sms-error.ts'
import { notifications } from '#src/service/platform/db/schema/notifications.ts'
import { users } from '#src/service/platform/db/schema/users.ts'
import type { Deps } from '#src/service/platform/deps.ts'
import {
  claimNotifications,
  listDeadNotifications,
  requeueNotifications,
} from '#src/service/platform/notifications/delivery.queries.ts'
import { registerNotificationJobs } from '#src/service/platform/notifications/notifications.jobs.ts'
import {
  enqueueNotification,
  sendNotifications,
} from '#src/service/platform/notifications/notifications.ts'
import { retryPause } from '#src/service/platform/retry-pause.ts'
import { aMsisdn } from '#tests/support/people.ts'
import { aUser } from '#tests/support/rows.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'

type Send = Deps['sms']['send']
let service: TestService
let lines: Array<Record<string, unknown>> = []
beforeEach(async () => {
  service = await startTestService()
  lines = []
  const keep = (line: Record<string, unknown>) => void lines.push(line)
  Object.assign(service.deps, { log: { info() {}, warn() {}, error: keep } })
})
afterEach(() => service.stop())

async function note(key: string): Promise<string> {
  const { db, now } = service.deps
  const userId = await aUser(db)
  await enqueueNotification(db, { key, userId, kind: 'ticket_answered', text: key }, now())
  const [user] = await db.select().from(users).where(eq(users.id, userId))
  return user?.msisdn ?? ''
}
const fails = (failure: SmsFailure): Send => {
  return () => Promise.reject(new SmsError(failure, 'code'))
}
const withSms = (send: Send): Deps => ({ ...service.deps, sms: { send } })
const rowOf = async (key: string) => {
  const found = await service.deps.db.select().from(notifications).where(eq(notifications.key, key))
  return found[0]
}
const metric = async (name: string) =>
  (await service.deps.metrics.text()).split('\n').filter(line => line.startsWith(name))

test('one message that a provider refuses does not stop the others', async () => {
  const bad = await note('ticket:bad')
  const numbers = await Promise.all(Array.from({ length: 30 }, (_, n) => note(`ticket:${n}`)))
  const reached: string[] = []
  const picky: Send = async ({ to }) => {
    if (to === bad) throw new SmsError('refused', '418')
    reached.push(to)
  }
  expect(await sendNotifications(withSms(picky))).toBe(30)
  expect(reached.toSorted()).toEqual(numbers.toSorted())
  expect(await rowOf('ticket:bad')).toMatchObject({ attempts: 1, failure: 'refused', deadAt: null })
})

test.each(['refused', 'unreachable'] as const)(
  'a message that is %s is retried after growing pauses, and given up after ten attempts',
  async failure => {
    const msisdn = await note('ticket:1')
    const pauses: number[] = []
    for (let attempt = 1; attempt < 10; attempt++) {
      await sendNotifications(withSms(fails(failure)))
      expect(await sendNotifications(withSms(fails(failure)))).toBe(0)
      const row = await rowOf('ticket:1')
      expect(row).toMatchObject({ attempts: attempt, claimedAt: null, deadAt: null })
      const next = row?.nextAttemptAt ?? new Date(0)
      pauses.push(Math.round((next.getTime() - service.clock.now().getTime()) / 60_000))
      service.clock.set(next)
    }
    expect(pauses[0]).toBeLessThanOrEqual(2)
    expect(pauses.at(-1)).toBeGreaterThanOrEqual(45)
    await sendNotifications(withSms(fails(failure)))
    expect(await rowOf('ticket:1')).toMatchObject({ attempts: 10, failure, failureCode: 'code' })
    expect((await listDeadNotifications(service.deps)).map(({ key }) => key)).toEqual(['ticket:1'])
    expect(lines).toMatchObject([{ event: 'message_dead', key: 'ticket:1', failure, attempts: 10 }])
    expect(JSON.stringify(lines)).not.toContain(msisdn)
  },
)

test.each(['number', 'message'] as const)(
  'a %s that is refused is given up at once',
  async failure => {
    await note('ticket:1')
    await sendNotifications(withSms(fails(failure)))
    service.clock.advance({ hours: 2 })
    expect(await sendNotifications(service.deps)).toBe(0)
    expect(await rowOf('ticket:1')).toMatchObject({ attempts: 1, failure })
    expect(await metric('pardeh_messages_total')).toEqual([
      'pardeh_messages_total{kind="ticket_answered",outcome="dead"} 1',
    ])
  },
)

test('a message that may have been sent is tried three times at most', async () => {
  await note('ticket:1')
  let tries = 0
  const silent: Send = async () => {
    tries++
    throw new SmsError('unclear', 'timeout')
  }
  for (let round = 0; round < 8; round++) {
    await sendNotifications(withSms(silent))
    service.clock.advance({ minutes: 70 })
  }
  expect(tries).toBe(3)
  expect(await rowOf('ticket:1')).toMatchObject({ failure: 'unclear', attempts: 3 })
})

test('while no provider is available no attempt is counted, and all messages are sent afterwards', async () => {
  for (let n = 0; n < 20; n++) await note(`ticket:${n}`)
  let tries = 0
  const paused: Send = async () => {
    tries++
    throw new SmsError('open', 'breaker', 15)
  }
  expect(await sendNotifications(withSms(paused))).toBe(0)
  expect(tries).toBeLessThanOrEqual(8)
  expect(await rowOf('ticket:0')).toMatchObject({ attempts: 0, claimedAt: null })
  expect(await sendNotifications(service.deps)).toBe(20)
})

test('a message that could not be sent in a day is given up and reported', async () => {
  await note('ticket:1')
  service.clock.advance({ days: 2 })
  expect(await sendNotifications(service.deps)).toBe(0)
  expect(await rowOf('ticket:1')).toMatchObject({ failure: 'stale' })
  expect(lines).toMatchObject([{ event: 'message_dead', failure: 'stale' }])
})

test('a given-up message that is queued again is sent once', async () => {
  registerNotificationJobs(service.deps)
  const msisdn = await note('ticket:1')
  await sendNotifications(withSms(fails('number')))
  expect(await metric('pardeh_messages_dead')).toEqual([
    'pardeh_messages_dead{kind="ticket_answered"} 1',
  ])
  service.clock.advance({ days: 3 })
  expect(await requeueNotifications(service.deps, ['ticket:1', 'ticket:unknown'])).toEqual([
    'ticket:1',
  ])
  expect(await requeueNotifications(service.deps, ['ticket:1'])).toEqual([])
  expect(await sendNotifications(service.deps)).toBe(1)
  expect(await sendNotifications(service.deps)).toBe(0)
  expect(await service.outbox(msisdn)).toHaveLength(1)
  expect(await metric('pardeh_messages_dead')).toEqual([])
})

test('a node that ends before it records a message leaves it to another, a minute later', async () => {
  await note('ticket:1')
  const options = { limit: 10, without: [] }
  expect(await claimNotifications(service.deps, options)).toHaveLength(1)
  expect(await sendNotifications(service.deps)).toBe(0)
  service.clock.advance({ seconds: 61 })
  expect(await sendNotifications(service.deps)).toBe(1)
})

test('a sign-in code is sent at once while every notice hangs', async () => {
  for (let n = 0; n < 40; n++) await note(`ticket:${n}`)
  const open: Array<() => void> = []
  const hanging: Send = () => new Promise<void>(done => open.push(done))
  const sent: string[] = []
  const own = service.deps.sms.send
  service.deps.sms = {
    send: message =>
      message.code ? Promise.resolve(void sent.push(message.to)) : hanging(message),
  }
  const run = sendNotifications(service.deps)
  await expect.poll(() => open.length).toBe(8)
  const msisdn = aMsisdn()
  await service.api(sendOtp, { params: { msisdn } })
  expect(sent).toEqual([msisdn])
  service.deps.sms = { send: own }
  for (const free of open.splice(0)) free()
  expect(await run).toBe(40)
})

test('pauses double up to an hour, and vary', () => {
  const bytes = (value: number) => ({ bytes: () => Buffer.from([value]), digits: () => '' })
  const minutes = (attempts: number, value: number) =>
    retryPause({ random: bytes(value) }, attempts, { first: 60_000, longest: 3_600_000 }) / 60_000
  expect([1, 2, 3, 9].map(attempts => minutes(attempts, 0))).toEqual([0.75, 1.5, 3, 45])
  expect([1, 2, 3, 9].map(attempts => minutes(attempts, 255))).toEqual([1.25, 2.5, 5, 75])
})
