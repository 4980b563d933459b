/** Links for native players, which send neither a cookie nor a header: they start and end with the lease of their app. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endLease, getPlayback, heartbeat } from '#src/contract/endpoints/player.ts'
import { logout } from '#src/contract/endpoints/session.ts'
import { PLAYBACK } from '#src/contract/limits.ts'
import { aSubscriber } from '#tests/support/people.ts'
import {
  allowSignIns,
  beside,
  ELSEWHERE,
  fileOf,
  segmentOf,
  startWithFilms,
  statusOf,
  TV,
  wait,
} from '#tests/support/receivers.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'

const MEDIA_SERVER = 'https://media.pardeh.test'
const SITE = 'https://pardeh.test'

let service: TestService
let withMediaServer: TestService

beforeAll(async () => {
  service = await startWithFilms({ env: { SITE_URL: SITE } })
  withMediaServer = await startTestService({
    env: {
      SITE_URL: SITE,
      MEDIA_BASE_URL: MEDIA_SERVER,
      MEDIA_SECRET: 'a-secret-of-the-media-server',
    },
    beside: { url: service.databaseUrl, clock: service.clock },
  })
}, 180_000)
afterAll(async () => {
  await withMediaServer.stop()
  await service.stop()
})
beforeEach(() => allowSignIns(service))

/** Opens a film as a new user of an app. */
async function anApp(node = service) {
  const person = await aSubscriber(service)
  const { accessToken, profileToken = '' } = person
  const at = (address: string) => node.as({ accessToken, profileToken, address })
  const { id, fileId } = await fileOf(service, 'film')
  const playback = await at(TV)(getPlayback, {
    params: { id, fileId, use: 'play' },
    query: { client: 'native' },
  })
  const leaseId = playback.lease_id ?? ''
  return {
    api: at(TV),
    playback,
    leaseId,
    link: playback.manifest_url.slice(SITE.length),
    beat: (address = TV, ended = false) =>
      at(address)(heartbeat, {
        params: { id, fileId },
        query: { client: 'native' },
        body: { current_time: 1, lease_id: leaseId, ended },
      }),
  }
}

describe.each([
  ['of the site', () => service, 200],
  ['with a media server', () => withMediaServer, 302],
])('a link for a native player %s', (_, node, segmentStatus) => {
  test('is absolute and plays without cookie or header', async () => {
    const { playback, link } = await anApp(node())
    expect(playback.manifest_url).toMatch(/^https:\/\/pardeh\.test\/media\/s\//)
    expect(playback.thumbnails_url).toMatch(/^https:\/\/pardeh\.test\/media\/s\//)
    expect(playback.expires_in).toBe(PLAYBACK.leaseSeconds)
    expect(await statusOf(node(), link)).toBe(200)
    expect(await statusOf(node(), beside(link, '480p/index.m3u8'))).toBe(200)
    expect(await statusOf(node(), segmentOf(link))).toBe(segmentStatus)
  })

  test('ends with the lease, and its requests do not renew the lease', async () => {
    const { api, link, leaseId } = await anApp(node())
    for (let second = 0; second < PLAYBACK.leaseSeconds; second += 10) {
      expect(await statusOf(node(), segmentOf(link))).toBe(segmentStatus)
      wait(service, 10)
    }
    wait(service, PLAYBACK.linkGraceSeconds)
    expect(await statusOf(node(), segmentOf(link))).toBe(403)
    expect(await statusOf(node(), link)).toBe(403)
    await api(endLease, { params: { id: leaseId } })
  })

  test('is renewed by heartbeats for the whole film', async () => {
    const { beat, link } = await anApp(node())
    for (let minute = 0; minute < 90; minute++) {
      wait(service, 50)
      await beat()
    }
    expect(await statusOf(node(), segmentOf(link))).toBe(segmentStatus)
    const { manifest_url, expires_in } = await beat()
    expect(manifest_url).toMatch(/^https:\/\/pardeh\.test\/media\/s\//)
    expect(expires_in).toBe(PLAYBACK.leaseSeconds)
    await beat(TV, true)
    expect(await statusOf(node(), segmentOf(link))).toBe(403)
  })

  test('ends with a sign-out', async () => {
    const { api, link } = await anApp(node())
    expect(await statusOf(node(), link)).toBe(200)
    await api(logout)
    expect(await statusOf(node(), link)).toBe(403)
    expect(await statusOf(node(), segmentOf(link))).toBe(403)
  })

  test('plays at one address, and moves with the heartbeats of its app', async () => {
    const { beat, link } = await anApp(node())
    const at = (address: string) => statusOf(node(), segmentOf(link), { address })
    expect(await at(TV)).toBe(segmentStatus)
    expect(await at(ELSEWHERE)).toBe(403)
    await beat(TV)
    expect(await at(ELSEWHERE)).toBe(403)
    await beat(ELSEWHERE)
    expect(await at(ELSEWHERE)).toBe(segmentStatus)
    expect(await at(TV)).toBe(403)
  })
})

test('a link of the web player still needs the session', async () => {
  const person = await aSubscriber(service)
  const { id, fileId } = await fileOf(service, 'film')
  const { manifest_url } = await person.api(getPlayback, { params: { id, fileId, use: 'play' } })
  expect(manifest_url).toMatch(/^\/media\/s\//)
  expect(await statusOf(service, manifest_url)).toBe(403)
})

test('a trailer has an absolute link for everybody', async () => {
  const { id, fileId } = await fileOf(service, 'film', 'trailer')
  const { manifest_url, lease_id } = await service.api(getPlayback, {
    params: { id, fileId, use: 'trailer' },
    query: { client: 'native' },
  })
  expect(lease_id).toBeNull()
  expect(await statusOf(service, manifest_url.slice(SITE.length))).toBe(200)
})
