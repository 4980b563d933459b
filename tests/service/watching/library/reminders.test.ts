import { afterEach, beforeEach, expect, test } from 'vitest'
import { getConditionalProp, getContent } from '#src/contract/endpoints/content.ts'
import { addReminder, removeReminder } from '#src/contract/endpoints/library.ts'
import { fromWire } from '#src/lib/text/tehran.ts'
import { applySchedule } from '#src/service/catalogue/titles/schedule.ts'
import { sendNotifications } from '#src/service/platform/notifications/notifications.ts'
import * as reminders from '#src/service/watching/library/reminders.ts'
import { apiErrorOf, resultsOf } from '#tests/support/api-errors.ts'
import { aFilm, aSeries, importRecords } from '#tests/support/imported-titles.ts'
import { aSubscriber, type Person } from '#tests/support/people.ts'
import { aUser } from '#tests/support/rows.ts'
import { NOW, startTestService, type TestService } from '#tests/support/service.ts'
import { contentId } from '#tests/support/watch-history.ts'

const media = { stream: 'demo/landscape' }
const inAnHour = new Date(NOW.getTime() + 3_600_000).toISOString()

let service: TestService
beforeEach(async () => {
  service = await startTestService()
  await importRecords(service, [
    aFilm({ external_id: 'premiere', media, available_at: inAnHour }),
    aFilm({ external_id: 'unfinished' }),
    aFilm({ external_id: 'film', media }),
    aSeries({ external_id: 'series', available_at: inAnHour }),
  ])
})
afterEach(() => service.stop())

const asks = async ({ api }: Person, externalId: string) =>
  api(addReminder, { body: { video_content_id: await contentId(service, externalId) } })
const messages = async () =>
  (await service.outbox()).filter(({ kind }) => kind === 'title_available')

test('a user who asked is notified once when the title can be played, and not before', async () => {
  const person = await aSubscriber(service)
  await asks(person, 'premiere')
  await asks(person, 'premiere')
  expect(await reminders.remindOfAvailable(service.deps)).toBe(0)
  service.clock.advance({ hours: 1 })
  await applySchedule(service.deps)
  expect(await reminders.remindOfAvailable(service.deps)).toBe(1)
  expect(await reminders.remindOfAvailable(service.deps)).toBe(0)
  await sendNotifications(service.deps)
  const [message, more] = await messages()
  expect(message?.text).toContain('فیلم premiere')
  expect(message?.text).toMatch(/\/contents\/\w+\/-$/)
  expect(more).toBeUndefined()
})

test('a title without a date is announced when its video is available', async () => {
  await asks(await aSubscriber(service), 'unfinished')
  expect(await reminders.remindOfAvailable(service.deps)).toBe(0)
  await importRecords(service, [aFilm({ external_id: 'unfinished', media })])
  expect(await reminders.remindOfAvailable(service.deps)).toBe(1)
})

test('16 concurrent nodes notify each of 40 users once', async () => {
  const id = await contentId(service, 'premiere')
  for (let each = 0; each < 40; each++)
    await reminders.saveReminder(service.deps, await aUser(service.deps.db), id)
  service.clock.advance({ hours: 1 })
  await applySchedule(service.deps)
  const counts = await Promise.all(
    Array.from({ length: 16 }, () => reminders.remindOfAvailable(service.deps)),
  )
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(40)
  const { rows } = await service.deps.db.execute(
    `select distinct user_id from notices where key like 'available:${id}:%'`,
  )
  expect(rows).toHaveLength(40)
})

test('a reminder is offered only if nothing can be played, and can be cancelled', async () => {
  const person = await aSubscriber(service)
  expect((await apiErrorOf(asks(person, 'film'))).result).toBe('conflict')
  const id = await contentId(service, 'series')
  const isAwaited = async () =>
    (await person.api(getConditionalProp, { params: { id } })).is_awaited
  expect(await isAwaited()).toBe(false)
  expect(await resultsOf(Array.from({ length: 16 }, () => asks(person, 'series')))).toEqual({
    success: 16,
  })
  expect(await isAwaited()).toBe(true)
  await person.api(removeReminder, { params: { id } })
  expect(await isAwaited()).toBe(false)
})

test('a title shows its release date, and its flag playable matches what plays', async () => {
  const page = async (externalId: string) =>
    service.api(getContent, { params: { short_id: await contentId(service, externalId) } })
  const premiere = await page('premiere')
  expect(fromWire(premiere.available_at ?? '')).toEqual(new Date(inAnHour))
  expect(premiere.flag).not.toContain('playable')
  expect((await page('unfinished')).flag).not.toContain('playable')
  expect((await page('film')).flag).toContain('playable')
  const series = await page('series')
  expect(series.seasons[0]?.episodes[0]?.flag).not.toContain('playable')
  service.clock.advance({ hours: 1 })
  await applySchedule(service.deps)
  expect((await page('series')).seasons[0]?.episodes[0]?.flag).toContain('playable')
})
