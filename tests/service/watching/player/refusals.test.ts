import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getPlayback, heartbeat } from '#src/contract/endpoints/player.ts'
import { cancelSubscription } from '#src/service/operations/people/subscription.ts'
import { videoFiles } from '#src/service/platform/db/schema/catalogue.ts'
import { contents } from '#src/service/platform/db/schema/contents.ts'
import { rateLimits } from '#src/service/platform/db/schema/http.ts'
import { playbackRefusals } from '#src/service/platform/db/schema/player.ts'
import { listRefusals, noteRefusal } from '#src/service/watching/player/refusals.ts'
import { aFilm, aSeries, importRecords } from '#tests/support/imported-titles.ts'
import { aKid, aSubscriber, aUser, type Person } from '#tests/support/people.ts'
import { aContent } from '#tests/support/rows.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'

let service: TestService
const media = { stream: 'demo/landscape' }
const films = ['one', 'two', 'three', 'four']

beforeAll(async () => {
  service = await startTestService()
  const { problems } = await importRecords(service, [
    ...films.map(external_id => aFilm({ external_id, media, age_label: 12 })),
    aFilm({
      external_id: 'premiere',
      media,
      flags: ['content_has_ticket'],
      ticket_price: 600_000,
      ticket_hours: 48,
    }),
    aSeries({ external_id: 'series', episodes: [1] }),
  ])
  expect(problems).toEqual([])
}, 180_000)
afterAll(() => service.stop())
beforeEach(async () => {
  await service.deps.db.delete(rateLimits)
})

async function fileOf(title: string) {
  const [file] = await service.deps.db
    .select({ id: contents.id, fileId: videoFiles.id, title: contents.externalId })
    .from(videoFiles)
    .innerJoin(contents, eq(contents.id, videoFiles.contentId))
    .where(eq(contents.externalId, title))
  if (!file) throw new Error(`no file of ${title}`)
  return file
}

async function open({ api }: Pick<Person, 'api'>, title: string) {
  const { id, fileId } = await fileOf(title)
  return api(getPlayback, { params: { id, fileId, use: 'play' } })
}

/** Opens a title that does not open. */
async function isRefused(person: Pick<Person, 'api'>, title: string) {
  await expect(open(person, title)).rejects.toBeTruthy()
}

const refusals = (userId: string, contentId?: string) =>
  listRefusals(service.deps.db, { userId, count: 100, ...(contentId && { contentId }) })

test('a refusal is recorded with its reason, its profile and how often it happened', async () => {
  const person = await aUser(service)
  await isRefused(person, 'one')
  service.clock.advance({ seconds: 1 })
  await isRefused(person, 'premiere')
  service.clock.advance({ seconds: 1 })
  await isRefused(person, 'one')
  expect(await refusals(person.user.id)).toEqual([
    expect.objectContaining({
      content: 'one',
      reason: 'subscription',
      times: 2,
      lastAt: service.clock.now(),
      profileId: person.profileId,
      series: null,
    }),
    expect.objectContaining({ content: 'premiere', reason: 'ticket', times: 1 }),
  ])
  expect(await refusals(person.user.id, (await fileOf('premiere')).id)).toHaveLength(1)
})

test('a title that plays leaves nothing, and neither does a visitor', async () => {
  const person = await aSubscriber(service)
  await open(person, 'one')
  expect(await refusals(person.user.id)).toEqual([])
  const before = await service.deps.db.$count(playbackRefusals)
  await isRefused({ api: service.api }, 'two')
  expect(await service.deps.db.$count(playbackRefusals)).toBe(before)
})

test('the fourth stream, a film above the age of a child, and a subscription that ends while watching', async () => {
  const person = await aSubscriber(service)
  for (const title of films.slice(0, 3)) await open(person, title)
  await isRefused(person, 'four')
  const { id, fileId } = await fileOf('one')
  await cancelSubscription(service.deps, { userId: person.user.id, reason: 'operator' })
  await expect(
    person.api(heartbeat, {
      params: { id, fileId },
      body: { current_time: 1, lease_id: null, ended: false },
    }),
  ).rejects.toBeTruthy()
  const reasons = (await refusals(person.user.id)).map(({ content, reason }) => [content, reason])
  expect(new Map(reasons as [string, string][])).toEqual(
    new Map([
      ['four', 'stream_limit'],
      ['one', 'subscription'],
    ]),
  )
  const parent = await aSubscriber(service)
  await isRefused(await aKid(service, 'under_7', parent), 'one')
  expect(await refusals(parent.user.id)).toMatchObject([{ reason: 'age_restricted' }])
})

test('the refusals of an episode belong to its series too, and carry its title', async () => {
  const person = await aUser(service)
  const [episode] = await service.deps.db
    .select({ id: contents.id, seriesId: contents.seriesId, fileId: videoFiles.id })
    .from(contents)
    .innerJoin(videoFiles, eq(videoFiles.contentId, contents.id))
    .where(eq(contents.type, 'episode'))
  if (!episode?.seriesId) throw new Error('the series has no episode')
  await expect(
    person.api(getPlayback, { params: { id: episode.id, fileId: episode.fileId, use: 'play' } }),
  ).rejects.toBeTruthy()
  const [found] = await refusals(person.user.id, episode.seriesId)
  expect(found).toMatchObject({ reason: 'subscription', series: { titleFa: expect.any(String) } })
})

test('a client that asks for every title keeps fifty refusals, the newest', async () => {
  const person = await aUser(service)
  const viewer = { userId: person.user.id, profile: null }
  const ids: string[] = []
  for (let at = 0; at < 55; at++) {
    ids.push(await aContent(service.deps.db, { externalId: `asked-${at}` }))
    service.clock.advance({ seconds: 1 })
    await noteRefusal(service.deps, viewer, ids[at] as string, 'subscription')
  }
  const kept = (await refusals(person.user.id)).map(({ content }) => content)
  expect(kept.length).toBeLessThanOrEqual(51)
  expect(kept.slice(0, 50)).toEqual(Array.from({ length: 50 }, (_, at) => `asked-${54 - at}`))
  // One of the oldest, asked for again.
  service.clock.advance({ seconds: 1 })
  await noteRefusal(service.deps, viewer, ids[5] as string, 'subscription')
  expect((await refusals(person.user.id))[0]).toMatchObject({ content: 'asked-5', times: 2 })
})
