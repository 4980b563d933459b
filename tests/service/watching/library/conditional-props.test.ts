import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getConditionalProp, getConditionalProps } from '#src/contract/endpoints/content.ts'
import type { ImportTitle } from '#src/contract/import.ts'
import type { Api } from '#src/lib/api/client.ts'
import { toFailure } from '#src/lib/api/failure.ts'
import { grantCarrier } from '#src/service/commerce/entitlements/carrier.ts'
import { cinemaTickets } from '#src/service/platform/db/schema/entitlements.ts'
import { bookmarks } from '#src/service/platform/db/schema/library.ts'
import { newId } from '#src/service/platform/ids.ts'
import { aFilm, aSeries, importRecords } from '#tests/support/imported-titles.ts'
import { aKid, aSubscriber, aUser, type Person } from '#tests/support/people.ts'
import { aPayment } from '#tests/support/rows.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'
import { contentId, watches } from '#tests/support/watch-history.ts'

const ticket = { ticket_price: 500_000, ticket_hours: 8 }
const media = { stream: 'demo/landscape' }
let service: TestService
beforeAll(async () => {
  service = await startTestService()
  await importRecords(service, [
    aFilm({ external_id: 'film', media }),
    aFilm({ external_id: 'free', media, flags: ['free_content'] }),
    aFilm({ external_id: 'soon', media, flags: ['coming_soon'] }),
    aFilm({ external_id: 'no-file' }),
    aFilm({ external_id: 'adult', media, age_label: 18 }),
    aFilm({ external_id: 'child', media, age_label: 7 }),
    aFilm({ external_id: 'carrier', media, flags: ['carrier_specific'] }),
    aFilm({ ...ticket, external_id: 'ticket', media, flags: ['content_has_ticket'] }),
    aSeries({ external_id: 'series', flags: ['free_content'] }),
    aSeries({ external_id: 'long', episodes: [2, 1] }),
    withoutLastFile(aSeries({ external_id: 'unfinished' })),
  ])
})
afterAll(() => service.stop())

const flags = async (api: Api, externalId: string) => {
  const params = { id: await contentId(service, externalId) }
  return (await api(getConditionalProp, { params })).conditional_flag.join(' ')
}

test('a visitor sees what is playable and what is free', async () => {
  expect(await flags(service.api, 'film')).toBe('playable')
  expect(await flags(service.api, 'free')).toBe('playable has_access')
  expect(await flags(service.api, 'soon')).toBe('')
  expect(await flags(service.api, 'no-file')).toBe('')
  expect(await flags(service.api, 'series')).toBe('playable has_access')
  expect(await flags(service.api, 'series-1-1')).toBe('playable has_access')
})

test('access is indicated by has_access: with a subscription, until it ends', async () => {
  const person = await aSubscriber(service, { days: 3 })
  expect(await flags(person.api, 'film')).toBe('playable has_access')
  expect(await flags((await aUser(service)).api, 'film')).toBe('playable')
  service.clock.advance({ days: 4 })
  expect(await flags(person.api, 'film')).toBe('playable')
})

test('a film with a ticket requires the ticket, whatever the subscription', async () => {
  const person = await aSubscriber(service)
  expect(await flags(person.api, 'ticket')).toBe('playable')
  const contentIdOf = await contentId(service, 'ticket')
  const expiresAt = await aTicket(person, contentIdOf)
  expect(await flags(person.api, 'ticket')).toBe('playable has_access')
  service.clock.set(expiresAt)
  expect(await flags(person.api, 'ticket')).toBe('playable')
})

test('the reason why a title does not play has a name', async () => {
  const { deps } = service
  const reasons = async ({ api }: { api: Api }) =>
    Promise.all(
      ['film', 'ticket', 'carrier', 'free'].map(async name => {
        const params = { id: await contentId(service, name) }
        return (await api(getConditionalProp, { params })).access_reason
      }),
    )
  expect(await reasons(service)).toEqual(['sign_in', 'sign_in', 'sign_in', null])
  const person = await aUser(service)
  expect(await reasons(person)).toEqual(['subscription', 'ticket', 'carrier', null])
  const { accessToken } = person
  const noProfile = { api: service.as({ accessToken }) }
  expect(await reasons(noProfile)).toEqual(['profile', 'profile', 'profile', null])
  expect(await reasons(await aSubscriber(service))).toEqual([null, 'ticket', 'carrier', null])
  const endsAt = new Date(deps.now().getTime() + 1_000)
  await grantCarrier(deps.db, { userId: person.user.id, endsAt }, deps.now())
  expect(await reasons(person)).toEqual([null, 'ticket', null, null])
})

test('age-restricted content is denied to a profile below it, and marked so in lists', async () => {
  const kid = await aKid(service, 'under_7', await aSubscriber(service))
  for (const name of ['adult', 'film']) {
    expect(await flags(kid.api, name).catch(toFailure)).toMatchObject({
      status: 451,
      result: 'content_is_age_restricted',
    })
    const id = await watches(service, kid, name, { seconds: 30 })
    await service.deps.db
      .insert(bookmarks)
      .values({ id: newId(), profileId: kid.profileId, contentId: id })
    const { items } = await kid.api(getConditionalProps, { body: { ids: [id] } })
    const mark = { conditional_flag: ['age_restricted'], access_reason: 'age_restricted' }
    expect(items).toEqual({
      [id]: { ...mark, current_time: 0, progress: null, next_episode: null },
    })
  }
  expect(await flags(kid.api, 'child')).toBe('playable has_access')
})

test('up to a hundred titles are returned at once, with the position of the profile; unknown ids are left out', async () => {
  const person = await aSubscriber(service)
  const film = await watches(service, person, 'film', { seconds: 120 })
  await watches(service, person, 'series-1-2', { seconds: 60 })
  const series = await contentId(service, 'series')
  const { items } = await person.api(getConditionalProps, { body: { ids: [film, series, 'x'] } })
  expect(items[film]?.current_time).toBe(120)
  expect(items[series]?.current_time).toBe(60)
  expect(Object.keys(items)).toHaveLength(2)
  const ids = Array.from({ length: 101 }, (_, index) => `id-${index}`)
  const failure = await person.api(getConditionalProps, { body: { ids } }).catch(toFailure)
  expect(failure).toMatchObject({
    status: 422,
    errors: { ids: ['validation.maxItems', { length: 100 }] },
  })
})

describe('a series that was started', () => {
  const marksOf = async ({ api }: Person, externalId: string) => {
    const id = await contentId(service, externalId)
    const { items } = await api(getConditionalProps, { body: { ids: [id] } })
    return items[id]
  }

  test('continues with the episode in progress', async () => {
    const person = await aSubscriber(service)
    await watches(service, person, 'long-1-1', { seconds: 1_000, of: 1_000, finished: true })
    await watches(service, person, 'long-1-2', { seconds: 60, of: 1_000 })
    const progress = { current_time: 60, duration: 1_000, is_finished: false }
    expect(await marksOf(person, 'long')).toMatchObject({
      progress,
      current_time: 60,
      next_episode: { season: 1, number: 2, current_time: 60, duration: 1_000 },
    })
    expect(await marksOf(person, 'long-1-2')).toMatchObject({ progress, next_episode: null })
    expect((await marksOf(person, 'long-1-1'))?.progress?.is_finished).toBe(true)
    expect((await marksOf(person, 'long-2-1'))?.progress).toBeNull()
  })

  test('continues with the next episode, across seasons, and with none after the last', async () => {
    const person = await aSubscriber(service)
    await watches(service, person, 'long-1-2', { seconds: 990, of: 1_000, finished: true })
    expect((await marksOf(person, 'long'))?.next_episode).toMatchObject({
      season: 2,
      number: 1,
      current_time: 0,
    })
    await watches(service, person, 'long-2-1', { seconds: 990, of: 1_000, finished: true })
    expect(await marksOf(person, 'long')).toMatchObject({
      progress: { is_finished: true },
      next_episode: null,
    })
  })

  test('names no episode that cannot be played yet, and each profile has its own', async () => {
    const person = await aSubscriber(service)
    await watches(service, person, 'unfinished-1-1', { seconds: 990, of: 1_000, finished: true })
    expect(await marksOf(person, 'unfinished')).toMatchObject({
      progress: { is_finished: true },
      next_episode: null,
    })
    expect(await marksOf(await aSubscriber(service), 'unfinished')).toMatchObject({
      progress: null,
      next_episode: null,
      current_time: 0,
    })
  })
})

async function aTicket({ user }: Person, contentIdOf: string): Promise<Date> {
  const { db, now } = service.deps
  const expiresAt = new Date(now().getTime() + 8 * 3_600_000)
  await db.insert(cinemaTickets).values({
    id: newId(),
    userId: user.id,
    contentId: contentIdOf,
    hours: 8,
    paymentId: await aPayment(db, { userId: user.id }),
    firstPlayedAt: now(),
    expiresAt,
  })
  return expiresAt
}

/** A series whose last episode is announced and has no file yet. */
function withoutLastFile(series: ImportTitle): ImportTitle {
  const last = series.seasons?.at(-1)?.episodes.at(-1)
  if (last) delete last.media
  return series
}
