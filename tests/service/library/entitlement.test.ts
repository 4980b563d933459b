import { afterAll, beforeAll, expect, test } from 'vitest'
import { getConditionalProp, getConditionalProps } from '#src/contract/content.ts'
import type { Api } from '#src/lib/api/client.ts'
import { failureOf } from '#src/lib/api/failure.ts'
import { cinemaTickets, subscriptions } from '#src/service/db/schema/checkout.ts'
import { newId } from '#src/service/ids.ts'
import { entitlementsOf } from '#src/service/library/entitlement.ts'
import { aFilm, aSeries, importRecords } from '#tests/support/films.ts'
import { aKid, aSubscriber, aUser, type Person } from '#tests/support/people.ts'
import { aTransaction } from '#tests/support/rows.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'
import { contentId, watches } from '#tests/support/watched.ts'

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

test('a film with a ticket wants the ticket, whatever the subscription', async () => {
  const person = await aSubscriber(service)
  expect(await flags(person.api, 'ticket')).toBe('playable')
  const contentIdOf = await contentId(service, 'ticket')
  const expiresAt = await aTicket(person, contentIdOf)
  expect(await flags(person.api, 'ticket')).toBe('playable has_access')
  service.clock.set(expiresAt)
  expect(await flags(person.api, 'ticket')).toBe('playable')
})

test('what is missing has a name', async () => {
  const ids = Object.fromEntries(
    await Promise.all(
      ['film', 'ticket', 'carrier', 'free'].map(async name => [
        await contentId(service, name),
        name,
      ]),
    ),
  )
  const missing = async (person: Person | null) => {
    const viewer = person && {
      ...{ userId: person.user.id, sessionId: '', isSso: false },
      profile: { id: person.profileId, isPrimary: true, ageType: 'adult' as const },
    }
    const found = await entitlementsOf(service.deps, Object.keys(ids), viewer)
    return Object.fromEntries([...found].map(([id, entitled]) => [ids[id], entitled.missing]))
  }
  const visitor = { film: 'sign_in', ticket: 'sign_in', carrier: 'sign_in', free: null }
  expect(await missing(null)).toEqual(visitor)
  const user = await aUser(service)
  const without = { film: 'subscription', ticket: 'ticket', carrier: 'subscription', free: null }
  expect(await missing(user)).toEqual(without)
  await service.deps.db.insert(subscriptions).values({
    ...{ id: newId(), userId: user.user.id, source: 'purchase', titleFa: 'ماه', titleEn: 'Month' },
    ...{ startsAt: service.deps.now(), endsAt: new Date(service.deps.now().getTime() + 1e9) },
    transactionId: await aTransaction(service.deps.db, { userId: user.user.id }),
  })
  expect(await missing(user)).toEqual({
    film: null,
    ticket: 'ticket',
    carrier: 'carrier',
    free: null,
  })
})

test('content restricted by age is denied to a profile below it', async () => {
  const kid = await aKid(service, 'under_7', await aSubscriber(service))
  expect(await flags(kid.api, 'adult')).toBe('playable age_restricted')
  expect(await flags(kid.api, 'film')).toBe('playable age_restricted')
  expect(await flags(kid.api, 'child')).toBe('playable has_access')
})

test('up to a hundred titles at once, with where the profile stopped; unknown ids are left out', async () => {
  const person = await aSubscriber(service)
  const film = await watches(service, person, 'film', { seconds: 120 })
  await watches(service, person, 'series-1-2', { seconds: 60 })
  const series = await contentId(service, 'series')
  const { items } = await person.api(getConditionalProps, { body: { ids: [film, series, 'x'] } })
  expect(items[film]?.current_time).toBe(120)
  expect(items[series]?.current_time).toBe(60)
  expect(Object.keys(items)).toHaveLength(2)
  const ids = Array.from({ length: 101 }, (_, index) => `id-${index}`)
  const refused = await person.api(getConditionalProps, { body: { ids } }).catch(failureOf)
  expect(refused).toMatchObject({
    status: 422,
    errors: { ids: ['validation.maxItems', { length: 100 }] },
  })
})

async function aTicket({ user }: Person, contentIdOf: string): Promise<Date> {
  const { db, now } = service.deps
  const expiresAt = new Date(now().getTime() + 8 * 3_600_000)
  await db.insert(cinemaTickets).values({
    ...{ id: newId(), userId: user.id, contentId: contentIdOf, hours: 8 },
    transactionId: await aTransaction(db, { userId: user.id }),
    ...{ firstPlayedAt: now(), expiresAt },
  })
  return expiresAt
}
