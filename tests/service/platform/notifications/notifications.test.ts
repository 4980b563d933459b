import { afterEach, beforeEach, expect, test } from 'vitest'
import { updateSelf } from '#src/contract/endpoints/session.ts'
import { Device } from '#src/contract/fields.ts'
import { openSession } from '#src/service/accounts/session/sessions.ts'
import { sessions } from '#src/service/platform/db/schema/session.ts'
import { registerNotificationJobs } from '#src/service/platform/notifications/notifications.jobs.ts'
import {
  enqueueNotification,
  sendNotifications,
} from '#src/service/platform/notifications/notifications.ts'
import { aSubscriber, aUser, signIn } from '#tests/support/people.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'

let service: TestService
beforeEach(async () => {
  service = await startTestService({ env: { SITE_URL: 'https://pardeh.example' } })
  registerNotificationJobs(service.deps)
})
afterEach(() => service.stop())

const told = async (msisdn: string) =>
  (await service.outbox(msisdn)).filter(({ code }) => code === null).map(({ text }) => text)
const note = (userId: string, key = 'ticket:1') =>
  enqueueNotification(
    service.deps.db,
    { key, userId, kind: 'ticket_answered', text: `پاسخ ${key}` },
    service.deps.now(),
  )

const comeFrom = (userId: string, unique_identifier: string) =>
  openSession(service.deps, {
    userId,
    address: '127.0.0.1',
    isSso: false,
    authMethod: null,
    device: Device.parse({ unique_identifier, brand: 'Chrome' }),
  })

test('the end of a subscription is announced five days and one day before, once each', async () => {
  const { msisdn } = await aSubscriber(service, { days: 7 })
  const look = async () => {
    await service.jobs.run('notices.ending')
    await service.jobs.run('notices.send')
    return (await told(msisdn)).length
  }
  expect(await look()).toBe(0)
  service.clock.advance({ days: 2 })
  expect(await look()).toBe(1)
  expect((await told(msisdn))[0]).toContain('۵ روز')
  expect((await told(msisdn))[0]).toContain('https://pardeh.example/packages')
  service.clock.advance({ days: 2 })
  expect(await look()).toBe(1)
  service.clock.advance({ days: 2 })
  expect(await look()).toBe(2)
  service.clock.advance({ days: 2 })
  expect(await look()).toBe(2)
})

test('a user who wants no reminders gets none, but still gets security notices and answers', async () => {
  const { api, user, msisdn } = await aSubscriber(service, { days: 3, device: 'device-of-home' })
  expect(user.wants_reminders).toBe(true)
  expect(await api(updateSelf, { body: { wants_reminders: false } })).toMatchObject({
    wants_reminders: false,
  })
  await service.jobs.run('notices.ending')
  await service.jobs.run('notices.send')
  expect(await told(msisdn)).toEqual([])
  service.clock.advance({ minutes: 10 })
  await comeFrom(user.id, 'device-of-a-stranger')
  await note(user.id)
  await service.jobs.run('notices.send')
  expect(await told(msisdn)).toHaveLength(2)
  await api(updateSelf, { body: { wants_reminders: true } })
  await service.jobs.run('notices.ending')
  await service.jobs.run('notices.send')
  expect(await told(msisdn)).toHaveLength(3)
})

test('a sign-in on a new device is reported, on a known one or the first it is not', async () => {
  const { user, msisdn } = await signIn(service, { device: 'device-of-home' })
  const look = async () => {
    await service.jobs.run('notices.send')
    return told(msisdn)
  }
  expect(await look()).toEqual([])
  service.clock.advance({ minutes: 10 })
  await comeFrom(user.id, 'device-of-home')
  expect(await look()).toEqual([])
  service.clock.advance({ minutes: 10 })
  await comeFrom(user.id, 'device-of-a-stranger')
  expect(await look()).toHaveLength(1)
  expect(await look()).toHaveLength(1)
})

test('a sign-in to an old account is reported, even if its sessions were deleted', async () => {
  const { user, msisdn } = await signIn(service, { device: 'device-of-home' })
  service.clock.advance({ days: 91 })
  await service.deps.db.delete(sessions)
  await comeFrom(user.id, 'device-of-a-stranger')
  await service.jobs.run('notices.send')
  expect(await told(msisdn)).toHaveLength(1)
})

test('concurrent runs on many nodes send a notification once', async () => {
  const { user, msisdn } = await aUser(service)
  await Promise.all([note(user.id), note(user.id), note(user.id)])
  for (let index = 2; index <= 40; index++) await note(user.id, `ticket:${index}`)
  await Promise.all(Array.from({ length: 8 }, () => sendNotifications(service.deps)))
  const texts = await told(msisdn)
  expect(texts).toHaveLength(40)
  expect(new Set(texts).size).toBe(40)
})
