// Subscriptions through a mobile operator: the partner's sign-in grants and ends them; they open titles meanwhile.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getContent } from '#src/contract/endpoints/content.ts'
import { getPlayback, heartbeat } from '#src/contract/endpoints/player.ts'
import { getSelf, sendPartnerCode, thirdPartyLogin } from '#src/contract/endpoints/session.ts'
import { toWire } from '#src/lib/text/tehran.ts'
import { endCarrier, grantCarrier } from '#src/service/commerce/entitlements/carrier.ts'
import { signPartnerToken } from '#src/service/platform/adapters/sso/fake-partner.ts'
import type { CarrierClaim } from '#src/service/platform/adapters/sso/partner.ts'
import { rateLimits } from '#src/service/platform/db/schema/http.ts'
import {
  playbackLeases,
  watchHistory,
  watchProgress,
} from '#src/service/platform/db/schema/player.ts'
import { apiErrorOf } from '#tests/support/api-errors.ts'
import { aFilm, aSeries, importRecords } from '#tests/support/imported-titles.ts'
import {
  aDevice,
  aMsisdn,
  aSubscriber,
  aUser,
  giveSubscription,
  type Person,
} from '#tests/support/people.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'
import { lastCode } from '#tests/support/sign-in-codes.ts'
import { contentId } from '#tests/support/watch-history.ts'

const media = { stream: 'demo/landscape' }
let service: TestService
beforeAll(async () => {
  let app: TestService | undefined
  service = await startTestService({
    overrides: {
      selfOrigin: () => 'http://carrier.test',
      fetch: async input => (app as TestService).fetch(new URL(String(input)).pathname),
    },
  })
  app = service
  const { problems } = await importRecords(service, [
    aFilm({ external_id: 'carrier', media, flags: ['carrier_specific'] }),
    aFilm({ external_id: 'plain', media }),
    aSeries({ external_id: 'series', flags: ['carrier_specific'] }),
  ])
  expect(problems).toEqual([])
})
afterAll(() => service.stop())

async function fileOf(externalId: string) {
  const id = await contentId(service, externalId)
  const { video_files } = await service.api(getContent, { params: { short_id: id } })
  return { id, fileId: video_files.primary?.video_file_id ?? '' }
}

async function open({ api }: Pick<Person, 'api'>, externalId: string) {
  const { id, fileId } = await fileOf(externalId)
  return api(getPlayback, { params: { id: id, fileId: fileId, use: 'play' } })
}

async function beat({ api }: Person, externalId: string, leaseId: string | null, at: number) {
  const params = await fileOf(externalId)
  return api(heartbeat, { params, body: { current_time: at, lease_id: leaseId } })
}

async function grants(person: Person, days = 30): Promise<void> {
  const { db, now } = service.deps
  const endsAt = new Date(now().getTime() + days * 86_400_000)
  await grantCarrier(db, { userId: person.user.id, endsAt }, now())
}

async function enter(msisdn: string, claim?: CarrierClaim) {
  await service.deps.db.delete(rateLimits)
  const token = await signPartnerToken(service.deps, msisdn, claim)
  return service.api(thirdPartyLogin, { body: { token, device: aDevice('device-one') } })
}

async function codeOfPartner(token: string, msisdn: string) {
  const { tracker_id } = await service.api(sendPartnerCode, { body: { token } })
  return { tracker_id, otp: await lastCode(service, msisdn) }
}

const inDays = (days: number) => Math.floor(service.clock.now().getTime() / 1_000) + days * 86_400

test('it opens titles for carrier subscribers and for all; a subscription bought here opens only the latter', async () => {
  const person = await aUser(service)
  await grants(person)
  for (const name of ['carrier', 'plain', 'series-1-1'])
    expect((await open(person, name)).lease_id).toBeTruthy()
  const subscriber = await aSubscriber(service)
  expect((await open(subscriber, 'plain')).lease_id).toBeTruthy()
  for (const name of ['carrier', 'series-1-1'])
    expect(await apiErrorOf(open(subscriber, name))).toMatchObject({
      status: 403,
      result: 'carrier_required',
      message: 'این عنوان فقط با اشتراک اپراتور موبایل قابل تماشاست.',
    })
})

test('the reason is shown in English too', async () => {
  const { accessToken, profileToken } = await aSubscriber(service)
  const api = service.as({ accessToken, profileToken, language: 'en' })
  expect((await apiErrorOf(open({ api }, 'carrier'))).message).toBe(
    'This title is only available with a subscription from a mobile operator.',
  )
})

test('the account shows it in both languages until it ends', async () => {
  const person = await aUser(service)
  expect(await person.api(getSelf)).toMatchObject({
    conditional_flag: [],
    carrier_subscription_title_text: null,
    carrier_subscription_menu_description_text: null,
  })
  await grants(person, 10)
  expect(await person.api(getSelf)).toMatchObject({
    conditional_flag: ['has_carrier_subscription'],
    subscription_remaining_in_day: 10,
    carrier_subscription_title_text: 'اشتراک از اپراتور موبایل شما',
    carrier_subscription_menu_description_text: 'عنوان‌های ویژهٔ اپراتور برای شما باز است',
  })
  const { accessToken, profileToken } = person
  expect(await service.as({ accessToken, profileToken, language: 'en' })(getSelf)).toMatchObject({
    carrier_subscription_title_text: 'Subscription from your mobile operator',
  })
  await endCarrier(service.deps.db, person.user.id, service.deps.now())
  expect(await person.api(getSelf)).toMatchObject({
    conditional_flag: [],
    subscription_remaining_in_day: 0,
    carrier_subscription_title_text: null,
  })
})

test('next to a subscription bought here, both are shown, with the days of the longer', async () => {
  const person = await aSubscriber(service, { days: 60 })
  await grants(person, 10)
  expect(await person.api(getSelf)).toMatchObject({
    conditional_flag: ['has_subscription', 'has_carrier_subscription'],
    subscription_remaining_in_day: 60,
  })
})

test('the sign-in of a partner grants it, keeps it, and ends it', async () => {
  const msisdn = aMsisdn()
  const said = async (claim?: CarrierClaim) => {
    const { user } = await enter(msisdn, claim)
    return [
      user.conditional_flag.includes('has_carrier_subscription'),
      user.subscription_remaining_in_day,
    ]
  }
  expect(await said()).toEqual([false, 0])
  expect(await said({ ends_at: inDays(30) })).toEqual([true, 30])
  expect(await said()).toEqual([true, 30])
  expect(await said({ ends_at: inDays(7) })).toEqual([true, 7])
  expect(await said(null)).toEqual([false, 0])
  expect(await said({ ends_at: inDays(30) })).toEqual([true, 30])
  expect(await said({ ends_at: 0 })).toEqual([false, 0])
})

test('the message of the operator is shown if the token contains one', async () => {
  const title = { fa: 'همراه‌پلاس طلایی', en: 'Hamrah Plus Gold' }
  const description = { fa: 'تا پایان ماه', en: 'Until the end of the month' }
  const { user } = await enter(aMsisdn(), { ends_at: inDays(3), title, description })
  expect(user).toMatchObject({
    carrier_subscription_title_text: title.fa,
    carrier_subscription_menu_description_text: description.fa,
  })
})

test('a fourth device gets it as well, before it has to choose a device', async () => {
  const person = await aUser(service)
  for (const device of ['device-two', 'device-three']) {
    await service.deps.db.delete(rateLimits)
    const token = await signPartnerToken(service.deps, person.msisdn)
    // The first sign-in links the account to the partner, with a code.
    const code = device === 'device-two' ? await codeOfPartner(token, person.msisdn) : {}
    await service.api(thirdPartyLogin, { body: { token, device: aDevice(device), ...code } })
  }
  expect((await apiErrorOf(enter(person.msisdn, { ends_at: inDays(30) }))).result).toBe(
    'session_limit',
  )
  expect((await person.api(getSelf)).conditional_flag).toEqual(['has_carrier_subscription'])
})

test('once it has ended, the next heartbeat is refused, stores nothing, and releases the stream', async () => {
  const person = await aUser(service)
  await grants(person)
  const { lease_id } = await open(person, 'carrier')
  await beat(person, 'carrier', lease_id, 10)
  await endCarrier(service.deps.db, person.user.id, service.deps.now())
  expect((await apiErrorOf(beat(person, 'carrier', lease_id, 50))).result).toBe('carrier_required')
  const mine = eq(watchProgress.profileId, person.profileId)
  const [progress] = await service.deps.db.select().from(watchProgress).where(mine)
  expect(progress?.positionSeconds).toBe(10)
  const leases = eq(playbackLeases.userId, person.user.id)
  expect(await service.deps.db.select().from(playbackLeases).where(leases)).toEqual([])
})

test('a heartbeat without access stores nothing, with a stream or without', async () => {
  const person = await aUser(service)
  for (const name of ['carrier', 'plain'])
    for (const lease of [null, 'not-mine']) await apiErrorOf(beat(person, name, lease, 10))
  for (const table of [watchProgress, watchHistory]) {
    const rows = await service.deps.db
      .select()
      .from(table)
      .where(eq(table.profileId, person.profileId))
    expect(rows).toEqual([])
  }
})

test('the end is shown once it has passed; a current subscription and none at all have no end', async () => {
  const person = await aSubscriber(service, { days: 3 })
  expect((await person.api(getSelf)).subscription_ended_at).toBeNull()
  const end = toWire(new Date(service.deps.now().getTime() + 3 * 86_400_000))
  service.clock.advance({ days: 4 })
  expect((await person.api(getSelf)).subscription_ended_at).toBe(end)
  const { api } = await aUser(service)
  expect((await api(getSelf)).subscription_ended_at).toBeNull()
  await grants(person, 10)
  expect((await person.api(getSelf)).subscription_ended_at).toBeNull()
})

test('the end of a carrier subscription counts if it is the later one', async () => {
  const { db, now } = service.deps
  const [both, only] = [await aSubscriber(service, { days: 3 }), await aUser(service)]
  await grants(both, 30)
  await grants(only, 2)
  service.clock.advance({ days: 10 })
  const ended = toWire(now())
  await endCarrier(db, both.user.id, now())
  service.clock.advance({ days: 1 })
  expect((await both.api(getSelf)).subscription_ended_at).toBe(ended)
  const twoDays = toWire(new Date(now().getTime() - 9 * 86_400_000))
  expect((await only.api(getSelf)).subscription_ended_at).toBe(twoDays)
  await giveSubscription(service, both.user.id, 2)
  service.clock.advance({ days: 3 })
  const bought = toWire(new Date(now().getTime() - 86_400_000))
  expect((await both.api(getSelf)).subscription_ended_at).toBe(bought)
})
