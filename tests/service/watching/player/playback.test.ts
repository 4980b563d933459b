import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getCinemaInvoice } from '#src/contract/endpoints/cinema.ts'
import { getConditionalProp } from '#src/contract/endpoints/content.ts'
import { endLease, getPlayback, heartbeat } from '#src/contract/endpoints/player.ts'
import { createProfile } from '#src/contract/endpoints/profiles.ts'
import { logout } from '#src/contract/endpoints/session.ts'
import type { ImportTitle } from '#src/contract/import.ts'
import type { Lease, PlaybackDescriptor } from '#src/contract/player.ts'
import { toFailure } from '#src/lib/api/failure.ts'
import { endEverySession } from '#src/service/accounts/session/blocking.ts'
import { blockPerson } from '#src/service/operations/people/block.ts'
import { cancelSubscription } from '#src/service/operations/people/subscription.ts'
import { inTransaction } from '#src/service/platform/db/open.ts'
import { videoFiles } from '#src/service/platform/db/schema/catalogue.ts'
import { contents } from '#src/service/platform/db/schema/contents.ts'
import { subscriptions } from '#src/service/platform/db/schema/entitlements.ts'
import { rateLimits } from '#src/service/platform/db/schema/http.ts'
import {
  contentWatchDays,
  playbackLeases,
  watchHistory,
  watchProgress,
} from '#src/service/platform/db/schema/player.ts'
import { holdsWithin } from '#tests/support/holds-within.ts'
import { aFilm, aSeries, importRecords } from '#tests/support/imported-titles.ts'
import {
  aKid,
  aSubscriber,
  aUser,
  type Person,
  signIn,
  withProfile,
} from '#tests/support/people.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'
import { statementsOf } from '#tests/support/statements.ts'

let service: TestService

const media = { stream: 'demo/landscape', credits_at: 54, intro: { start: 1, end: 11 } }
const titles: ImportTitle[] = [
  aFilm({ external_id: 'film', media, trailer: { stream: 'demo/trailer' }, age_label: 12 }),
  aFilm({ external_id: 'free', media, flags: ['free_content'] }),
  aFilm({ external_id: 'live', media: { stream: 'demo/channel', kind: 'live' } }),
  aFilm({ external_id: 'book', media: { stream: 'demo/book', kind: 'audio' } }),
  aFilm({ external_id: 'removed', media }),
  aFilm({
    external_id: 'ticket',
    media,
    flags: ['content_has_ticket'],
    ticket_price: 600_000,
    ticket_hours: 48,
  }),
  aFilm({ external_id: 'lost', media: { stream: 'emptyTimeline/at-all' } }),
  aSeries({ external_id: 'series', episodes: [2, 1] }),
]

beforeAll(async () => {
  service = await startTestService()
  const { problems } = await importRecords(service, titles)
  expect(problems).toEqual([])
}, 180_000)
afterAll(() => service.stop())
/** All tests sign in from one address. */
beforeEach(async () => {
  await service.deps.db.delete(rateLimits)
})

interface File {
  contentId: string
  fileId: string
}

async function fileOf(externalId: string, kind: 'primary' | 'trailer' = 'primary'): Promise<File> {
  const rows = await service.deps.db
    .select({ contentId: contents.id, fileId: videoFiles.id, kind: videoFiles.kind })
    .from(videoFiles)
    .innerJoin(contents, eq(contents.id, videoFiles.contentId))
    .where(eq(contents.externalId, externalId))
  const found = rows.find(row => row.kind === kind)
  if (!found) throw new Error(`no ${kind} file of ${externalId}`)
  return found
}

type Caller = Pick<Person, 'api'>

async function open({ api }: Caller, externalId: string): Promise<PlaybackDescriptor> {
  const { contentId, fileId } = await fileOf(externalId)
  return api(getPlayback, { params: { id: contentId, fileId: fileId, use: 'play' } })
}

async function beat(
  { api }: Caller,
  externalId: string,
  leaseId: string | null,
  at = 20,
  ended = false,
) {
  const { contentId, fileId } = await fileOf(externalId)
  const body = { current_time: at, lease_id: leaseId, ended }
  return api(heartbeat, { params: { id: contentId, fileId }, body })
}

async function apiError(work: Promise<unknown>) {
  const failure = toFailure(
    await work.then(
      () => 'answered',
      error => error,
    ),
  )
  if (failure.kind !== 'api_error') throw new Error('the call was not refused')
  return failure
}

async function mediaStatus(url: string, person?: Person) {
  return (await service.fetch(url, {}, person ? { accessToken: person.accessToken } : {})).status
}

const block = (userId: string) => blockPerson(service.deps, { userId, reason: '' })
const cancel = (userId: string) => cancelSubscription(service.deps, { userId, reason: 'operator' })
const endSessions = (userId: string) =>
  inTransaction(service.deps.db, tx =>
    endEverySession(tx, { userId, reason: 'operator' }, service.deps.now()),
  )

/** Another device of the same user. */
async function another(person: Person): Promise<Person> {
  await service.deps.db.delete(rateLimits)
  const signed = await signIn(service, { msisdn: person.msisdn })
  return withProfile(service, signed, person.profileId)
}

describe('opening a title', () => {
  test('returns a manifest URL that plays for this viewer, and what the player shows with it', async () => {
    const viewer = await aSubscriber(service)
    const descriptor = await open(viewer, 'film')
    expect(descriptor).toMatchObject({
      kind: 'vod',
      start_at: 0,
      credits_at: 54,
      duration: 64,
      expires_in: 300,
    })
    expect(descriptor.intro).toEqual({ start: 1, end: 11 })
    expect(await mediaStatus(descriptor.manifest_url, viewer)).toBe(200)
    expect(await mediaStatus(descriptor.thumbnails_url ?? '', viewer)).toBe(200)
  })

  test('returns a manifest URL that plays for nobody else, and for five minutes', async () => {
    const viewer = await aSubscriber(service)
    const stranger = await aSubscriber(service)
    const { manifest_url } = await open(viewer, 'film')
    expect(await mediaStatus(manifest_url, stranger)).toBe(403)
    expect(await mediaStatus(manifest_url)).toBe(403)
    service.clock.advance({ seconds: 301 })
    expect(await mediaStatus(manifest_url, viewer)).toBe(410)
  })

  test('needs a sign-in, a profile and a subscription, each with its own error code', async () => {
    expect(await apiError(open(await aUser(service), 'film'))).toMatchObject({ code: 40040 })
    expect(await apiError(open({ api: service.api }, 'film'))).toMatchObject({
      result: 'unauthorized',
    })
    const { accessToken } = await aSubscriber(service)
    const noProfile = { api: service.as({ accessToken }) }
    expect(await apiError(open(noProfile, 'film'))).toMatchObject({
      result: 'profile_unauthorized',
    })
  })

  test('gets 451 for a profile below its age rating', async () => {
    const kid = await aKid(service, 'under_7', await aSubscriber(service))
    expect(await apiError(open(kid, 'film'))).toMatchObject({ status: 451 })
  })

  test('a trailer and free content play for a visitor', async () => {
    const visitor = { api: service.api }
    const { manifest_url, lease_id } = await open(visitor, 'free')
    expect(lease_id).toBeNull()
    expect(await mediaStatus(manifest_url)).toBe(200)
    const { contentId, fileId } = await fileOf('film', 'trailer')
    const trailer = await service.api(getPlayback, {
      params: { id: contentId, fileId: fileId, use: 'trailer' },
    })
    expect(await mediaStatus(trailer.manifest_url)).toBe(200)
  })

  test('a trailer gets 451 for a profile below the age rating', async () => {
    const kid = await aKid(service, 'under_7', await aSubscriber(service))
    const { contentId, fileId } = await fileOf('film', 'trailer')
    const params = { id: contentId, fileId: fileId, use: 'trailer' }
    expect(await apiError(kid.api(getPlayback, { params }))).toMatchObject({ status: 451 })
  })

  test('the film does not play as a trailer', async () => {
    const { contentId, fileId } = await fileOf('film')
    const params = { id: contentId, fileId: fileId, use: 'trailer' }
    expect(await apiError(service.api(getPlayback, { params }))).toMatchObject({ status: 404 })
  })

  test('a file of another title, an unknown one and a lost stream are not found', async () => {
    const viewer = await aSubscriber(service)
    const [film, free] = [await fileOf('film'), await fileOf('free')]
    const mixed = { id: film.contentId, fileId: free.fileId, use: 'play' }
    expect(await apiError(viewer.api(getPlayback, { params: mixed }))).toMatchObject({
      status: 404,
    })
    expect(await apiError(open(viewer, 'lost'))).toMatchObject({ status: 404 })
  })

  test('of an episode returns the next one, across seasons, and none after the last', async () => {
    const viewer = await aSubscriber(service)
    const next = async (episode: string) => (await open(viewer, episode)).next?.episode
    expect(await next('series-1-1')).toEqual({ season: 1, number: 2 })
    expect(await next('series-1-2')).toEqual({ season: 2, number: 1 })
    await service.deps.db.delete(playbackLeases)
    expect(await next('series-2-1')).toBeUndefined()
  })

  test('with a time that is none is rejected, and takes no lease', async () => {
    const viewer = await aSubscriber(service)
    const { contentId: id, fileId } = await fileOf('live')
    for (const from of ['2026-13-01T00:00:00', '2026-02-30T00:00:00', '2026-01-01T24:00:00', 'x']) {
      const asked = viewer.api(getPlayback, {
        params: { id, fileId, use: 'play' },
        query: { from },
      })
      expect(await apiError(asked), from).toMatchObject({ status: 422, result: 'validation_error' })
    }
    const rows = await service.deps.db
      .select()
      .from(playbackLeases)
      .where(eq(playbackLeases.userId, viewer.user.id))
    expect(rows).toEqual([])
  })

  test('of a live channel and an audio book returns their kind', async () => {
    const viewer = await aSubscriber(service)
    expect(await open(viewer, 'live')).toMatchObject({ kind: 'live', start_at: 0 })
    const book = await open(viewer, 'book')
    expect(book.kind).toBe('audio')
    expect(book.chapters.length).toBeGreaterThan(1)
    expect(book.manifest_url).toMatch(/book\.m4a$/)
  })

  test('counts one view and one history entry for plays close together', async () => {
    const viewer = await aSubscriber(service)
    const { contentId } = await fileOf('film')
    const views = async () => {
      const [row] = await service.deps.db.select().from(contents).where(eq(contents.id, contentId))
      return row?.viewCount ?? 0
    }
    const before = await views()
    await open(viewer, 'film')
    await open(viewer, 'film')
    expect(await views()).toBe(before + 1)
    const rows = await service.deps.db
      .select()
      .from(watchHistory)
      .where(eq(watchHistory.profileId, viewer.profileId))
    expect(rows).toMatchObject([{ contentId, plays: 1 }])
  })
})

describe('the heartbeat', () => {
  test('saves the position, and the next playback starts there', async () => {
    const viewer = await aSubscriber(service)
    const { lease_id } = await open(viewer, 'film')
    await beat(viewer, 'film', lease_id, 31.5)
    expect((await open(viewer, 'film')).start_at).toBe(31.5)
    await beat(viewer, 'film', lease_id, 60).catch(() => {})
    expect((await open(viewer, 'film')).start_at).toBe(0)
  })

  test('takes two statements: one reads the session and the file, one writes', async () => {
    const viewer = await aSubscriber(service)
    const { lease_id } = await open(viewer, 'film')
    const { contentId, fileId } = await fileOf('film')
    const body = { current_time: 20, lease_id }
    const statements = await statementsOf(() =>
      viewer.api(heartbeat, { params: { id: contentId, fileId }, body }),
    )
    expect(statements).toHaveLength(2)
  })

  test('of a lease that has ended saves no position', async () => {
    const viewer = await aSubscriber(service)
    const { lease_id } = await open(viewer, 'film')
    await beat(viewer, 'film', lease_id, 20)
    await viewer.api(endLease, { params: { id: lease_id ?? '' } })
    expect(await apiError(beat(viewer, 'film', lease_id, 40))).toMatchObject({
      result: 'stream_stopped',
    })
    expect((await open(viewer, 'film')).start_at).toBe(20)
  })

  test('waits for the removal of its profile before it locks the lease', async () => {
    const { db } = service.deps
    const viewer = await aSubscriber(service)
    const { id } = await viewer.api(createProfile, {
      body: { name: 'دوم', avatar: 'type-2-2', age_type: 'adult' },
    })
    const second = await withProfile(service, viewer, id)
    const { lease_id } = await open(second, 'film')
    const beating = await db.transaction(async tx => {
      await tx.execute(sql`select from profiles where id = ${id} for update`)
      const beats = apiError(beat(second, 'film', lease_id))
      const waiting = sql`select from pg_stat_activity where wait_event_type = 'Lock' and query like '%renewed as%'`
      const isWaiting = async () => (await db.execute(waiting)).rows.length > 0
      expect(await holdsWithin(30_000, isWaiting)).toBe(true)
      await tx.execute(sql`delete from profiles where id = ${id}`)
      return { beats }
    })
    expect(await beating.beats).toMatchObject({ result: 'stream_stopped' })
  })

  test('of one profile does not change the position of another', async () => {
    const viewer = await aSubscriber(service)
    const { lease_id } = await open(viewer, 'free')
    await beat(viewer, 'free', lease_id, 33)
    const other = await aSubscriber(service)
    expect((await open(other, 'free')).start_at).toBe(0)
  })

  test('renews the signed URL, so that long titles keep playing', async () => {
    const viewer = await aSubscriber(service)
    const { lease_id, manifest_url } = await open(viewer, 'film')
    for (let beats = 0; beats < 40; beats++) {
      service.clock.advance({ seconds: 10 })
      const { manifest_url: renewed } = await beat(viewer, 'film', lease_id, beats)
      expect(await mediaStatus(renewed ?? '', viewer)).toBe(200)
    }
    expect(await mediaStatus(manifest_url, viewer)).toBe(410)
  })

  test.each([
    ['a block', 'unauthorized', (userId: string) => block(userId)],
    ['the end of all sessions', 'unauthorized', (userId: string) => endSessions(userId)],
    ['a cancelled subscription', 'subscription_required', (userId: string) => cancel(userId)],
  ])('is rejected after %s, and so is the next play', async (_, result, change) => {
    const viewer = await aSubscriber(service)
    const { lease_id } = await open(viewer, 'film')
    await change(viewer.user.id)
    expect((await apiError(beat(viewer, 'film', lease_id))).result).toBe(result)
    expect((await apiError(open(viewer, 'film'))).result).toBe(result)
    const left = eq(playbackLeases.userId, viewer.user.id)
    expect(await service.deps.db.select().from(playbackLeases).where(left)).toEqual([])
  })

  test('is rejected after the subscription has ended', async () => {
    const viewer = await aSubscriber(service)
    const { lease_id } = await open(viewer, 'film')
    const over = { endsAt: new Date(service.clock.now().getTime() - 1) }
    await service.deps.db
      .update(subscriptions)
      .set(over)
      .where(eq(subscriptions.userId, viewer.user.id))
    expect(await apiError(beat(viewer, 'film', lease_id))).toMatchObject({ code: 40040 })
  })

  test('is rejected after signing out, or when the device was removed', async () => {
    const viewer = await aSubscriber(service)
    const { lease_id } = await open(viewer, 'film')
    await viewer.api(logout)
    expect(await apiError(beat(viewer, 'film', lease_id))).toMatchObject({ result: 'unauthorized' })
    const left = await service.deps.db
      .select()
      .from(playbackLeases)
      .where(eq(playbackLeases.userId, viewer.user.id))
    expect(left).toEqual([])
  })

  const stops: [string, (viewer: Person, leaseId: string) => Promise<unknown>][] = [
    ['signing out', viewer => viewer.api(logout)],
    ['the end of the stream', (viewer, id) => viewer.api(endLease, { params: { id } })],
    ['a block', viewer => block(viewer.user.id)],
    ['the loss of its heartbeats', async () => service.clock.advance({ seconds: 90 })],
    [
      'a heartbeat without a subscription',
      async (viewer, id) => {
        await cancel(viewer.user.id)
        await beat(viewer, 'film', id).catch(() => {})
      },
    ],
  ]
  test.each(stops)(
    'after %s no link of the playback is good for more than 30 s',
    async (_, stop) => {
      const viewer = await aSubscriber(service)
      const { lease_id, manifest_url } = await open(viewer, 'film')
      expect(await mediaStatus(manifest_url, viewer)).toBe(200)
      await stop(viewer, lease_id ?? '')
      service.clock.advance({ seconds: 30 })
      expect(await mediaStatus(manifest_url, viewer)).toBe(410)
    },
  )

  test('of one device does not keep the links of another alive', async () => {
    const viewer = await aSubscriber(service)
    const phone = await another(viewer)
    const [first, second] = [await open(viewer, 'film'), await open(phone, 'film')]
    await phone.api(logout)
    service.clock.advance({ seconds: 30 })
    await beat(viewer, 'film', first.lease_id)
    expect(await mediaStatus(first.manifest_url, viewer)).toBe(200)
    expect(await mediaStatus(second.manifest_url, phone)).toBe(410)
  })

  test.each(['film', 'live', 'ticket'])('without access stores nothing: %s', async externalId => {
    const stranger = await aUser(service)
    const { db } = service.deps
    const days = await db.select().from(contentWatchDays)
    const { result, message } = await apiError(beat(stranger, externalId, null, 33))
    expect(result).toBe('subscription_required')
    expect(message).toContain(externalId === 'ticket' ? 'بلیت' : 'اشتراک')
    const { profileId } = stranger
    const progress = eq(watchProgress.profileId, profileId)
    expect(await db.select().from(watchProgress).where(progress)).toEqual([])
    const seen = eq(watchHistory.profileId, profileId)
    expect(await db.select().from(watchHistory).where(seen)).toEqual([])
    expect(await db.select().from(contentWatchDays)).toEqual(days)
  })

  test('of a title that needs a ticket says so to a subscriber', async () => {
    const viewer = await aSubscriber(service)
    for (const call of [() => beat(viewer, 'ticket', null), () => open(viewer, 'ticket')])
      expect((await apiError(call())).message).toContain('بلیت')
  })

  test('of a title that has gone is 410, like its playback; of an unknown one 404', async () => {
    const viewer = await aSubscriber(service)
    const of = eq(contents.externalId, 'removed')
    await service.deps.db.update(contents).set({ removedAt: service.clock.now() }).where(of)
    const { contentId, fileId } = await fileOf('removed')
    const calls = (id: string) => [
      () => viewer.api(heartbeat, { params: { id, fileId }, body: { current_time: 1 } }),
      () => viewer.api(getPlayback, { params: { id: id, fileId: fileId, use: 'play' } }),
      () => viewer.api(getConditionalProp, { params: { id } }),
      () => viewer.api(getCinemaInvoice, { params: { id }, query: {} }),
    ]
    for (const call of calls(contentId)) expect((await apiError(call())).status).toBe(410)
    for (const call of calls('unknown')) expect((await apiError(call())).status).toBe(404)
  })

  test('rejects unknown keys and a negative position', async () => {
    const viewer = await aSubscriber(service)
    const { contentId, fileId } = await fileOf('film')
    const path = `/video-contents/${contentId}/files/${fileId}/playback`
    const send = (body: object) =>
      service.fetch(
        path,
        {
          method: 'POST',
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json' },
        },
        viewer,
      )
    expect((await send({ current_time: 3, is_primary: true })).status).toBe(422)
    expect((await send({ current_time: -1 })).status).toBe(422)
  })
})

describe('three streams at once', () => {
  let viewer: Person
  let leases: string[]

  beforeEach(async () => {
    viewer = await aSubscriber(service)
    leases = []
    for (const title of ['film', 'free', 'live']) {
      leases.push((await open(viewer, title)).lease_id ?? '')
    }
  })

  test('a fourth is rejected with the list of running streams', async () => {
    const { code, data } = await apiError(open(viewer, 'book'))
    expect(code).toBe(40039)
    const offered = (data as { leases: Lease[] }).leases
    expect(offered.map(lease => lease.lease_id)).toEqual(leases)
    expect(offered[0]).toMatchObject({ device: 'Chrome · Linux', is_current: true })
    expect(offered[0]?.title).not.toBe('')
  })

  test('ending one lets the fourth in, and the ended one is told by its next heartbeat', async () => {
    await viewer.api(endLease, { params: { id: leases[0] ?? '' } })
    await open(viewer, 'book')
    expect(await apiError(beat(viewer, 'film', leases[0] ?? ''))).toMatchObject({ code: 40905 })
    expect(await beat(viewer, 'free', leases[1] ?? '')).toMatchObject({ renewed: true })
  })

  test('a lease without heartbeats expires within 90 seconds', async () => {
    service.clock.advance({ seconds: 80 })
    await beat(viewer, 'film', leases[0] ?? '')
    await beat(viewer, 'free', leases[1] ?? '')
    expect(await apiError(open(viewer, 'book'))).toMatchObject({ code: 40039 })
    service.clock.advance({ seconds: 10 })
    expect((await open(viewer, 'book')).lease_id).toBeTruthy()
  })

  test('a longer pause keeps its lease while nobody else needs the slot', async () => {
    service.clock.advance({ minutes: 10 })
    expect(await beat(viewer, 'film', leases[0] ?? '')).toMatchObject({ renewed: true })
  })

  test('page exit releases the lease at once', async () => {
    await beat(viewer, 'film', leases[0] ?? '', 12, true)
    expect((await open(viewer, 'book')).lease_id).toBeTruthy()
  })

  test('the same title on the same device replaces its own lease', async () => {
    const again = await open(viewer, 'film')
    expect(leases).not.toContain(again.lease_id)
    expect(await apiError(beat(viewer, 'film', leases[0] ?? ''))).toMatchObject({ code: 40905 })
  })

  test('another user can neither renew nor end it', async () => {
    const stranger = await aSubscriber(service)
    await stranger.api(endLease, { params: { id: leases[0] ?? '' } })
    expect(await apiError(beat(stranger, 'film', leases[0] ?? ''))).toMatchObject({ code: 40905 })
    expect(await beat(viewer, 'film', leases[0] ?? '')).toMatchObject({ renewed: true })
  })

  test('another device of the same user counts, and cannot renew what is not its own', async () => {
    const other = await another(viewer)
    expect(await apiError(beat(other, 'free', leases[1] ?? ''))).toMatchObject({ code: 40905 })
  })
})

test('the same title in many pages replaces the oldest lease', async () => {
  const viewer = await aSubscriber(service)
  const pages: string[] = []
  for (let page = 0; page < 5; page++) {
    service.clock.advance({ seconds: 1 })
    pages.push((await open(viewer, 'film')).lease_id ?? '')
  }
  expect(new Set(pages).size).toBe(5)
  for (const lost of pages.slice(0, 2))
    expect(await apiError(beat(viewer, 'film', lost))).toMatchObject({ code: 40905 })
  for (const leaseId of pages.slice(2))
    expect(await beat(viewer, 'film', leaseId)).toMatchObject({ renewed: true })
})

test('of 16 concurrent requests three get a lease', async () => {
  const viewer = await aSubscriber(service)
  const files = await Promise.all(['film', 'free', 'live', 'book'].map(name => fileOf(name)))
  const openings = Array.from({ length: 16 }, (_, index) => {
    const { contentId, fileId } = files[index % files.length] as File
    return viewer.api(getPlayback, { params: { id: contentId, fileId: fileId, use: 'play' } })
  })
  const results = await Promise.allSettled(openings)
  const given = results.flatMap(result =>
    result.status === 'fulfilled' ? [result.value.lease_id] : [],
  )
  const rows = await service.deps.db
    .select()
    .from(playbackLeases)
    .where(eq(playbackLeases.userId, viewer.user.id))
  expect(rows).toHaveLength(3)
  expect(given.length).toBeGreaterThanOrEqual(3)
  const alive = new Set(rows.map(row => row.id))
  expect(given.filter(id => id && alive.has(id))).toHaveLength(3)
})
