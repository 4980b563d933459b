/** Links for AirPlay and Chromecast, which start and end with the lease of the page that sent them. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { endLease, heartbeat } from '#src/contract/endpoints/player.ts'
import { logout } from '#src/contract/endpoints/session.ts'
import { PLAYBACK } from '#src/contract/limits.ts'
import { endEverySession } from '#src/service/accounts/session/blocking.ts'
import { cancelSubscription } from '#src/service/operations/people/subscription.ts'
import { inTransaction } from '#src/service/platform/db/open.ts'
import { playbackLeases } from '#src/service/platform/db/schema/player.ts'
import { profiles } from '#src/service/platform/db/schema/profiles.ts'
import { apiErrorOf } from '#tests/support/api-errors.ts'
import { aKid, aSubscriber } from '#tests/support/people.ts'
import {
  allowSignIns,
  aReceiver,
  beside,
  ELSEWHERE,
  fileOf,
  linkOf,
  onNode,
  open,
  segmentOf,
  startWithFilms,
  statusOf,
  TV,
  wait,
} from '#tests/support/receivers.ts'
import { startTestService, type TestService } from '#tests/support/service.ts'

const OLD_SECRET = 'the old secret of the receivers, long enough'

let service: TestService
/** Another node with a new SECRET that accepts the old one. */
let rotated: TestService
/** Another node with a media server, which is `origin`. */
let withMediaServer: TestService
let origin: Server

beforeAll(async () => {
  origin = createServer((request, reply) => {
    const isThere = request.url?.includes('/far/away/-/') && request.url.endsWith('.m3u8')
    reply.writeHead(isThere ? 200 : 404).end(isThere ? '#EXTM3U\n480p/index.m3u8\n' : '')
  })
  await new Promise<void>(done => origin.listen(0, '127.0.0.1', done))
  service = await startWithFilms({ env: { SECRET: OLD_SECRET } })
  const beside = { url: service.databaseUrl, clock: service.clock }
  rotated = await startTestService({
    env: {
      SECRET: 'a new secret of the receivers, long enough',
      SECRET_PREVIOUS: JSON.stringify([OLD_SECRET]),
    },
    beside,
  })
  withMediaServer = await startTestService({
    env: {
      SECRET: OLD_SECRET,
      MEDIA_BASE_URL: `http://127.0.0.1:${(origin.address() as AddressInfo).port}`,
      MEDIA_SECRET: 'a-secret-of-the-media-server',
    },
    beside,
  })
}, 180_000)
afterAll(async () => {
  await withMediaServer.stop()
  await rotated.stop()
  await service.stop()
  origin.close()
})
beforeEach(() => allowSignIns(service))

describe("a receiver's link", () => {
  test('plays without a session, from every address of the stream, and for scripts of other sites', async () => {
    const { link } = await aReceiver(service)
    for (const file of ['master.m3u8', '480p/index.m3u8', '480p/media.mp4', 'captions/fa.vtt'])
      expect(await statusOf(service, beside(link, file)), file).toBe(200)
    const { headers } = await service.fetch(link, {}, { address: TV })
    expect(headers.get('access-control-allow-origin')).toBe('*')
    const preflight = await service.fetch(link, { method: 'OPTIONS' }, { address: TV })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-headers')).toContain('Range')
  })

  test('that is changed in any byte is refused', async () => {
    const { link } = await aReceiver(service)
    const [, token = ''] = /\/s\/([^/]+)\//.exec(link) ?? []
    for (let at = 0; at < token.length; at++) {
      const other = token[at] === 'a' ? 'b' : 'a'
      const forged = token.slice(0, at) + other + token.slice(at + 1)
      expect([403, 410], forged).toContain(await statusOf(service, link.replace(token, forged)))
    }
  })

  test('for one title opens no other, and for one lease serves no other lease', async () => {
    const { link } = await aReceiver(service)
    expect(await statusOf(service, link.replace('demo/landscape', 'demo/book'))).toBe(403)
    expect(await statusOf(service, link.replace('demo/landscape', 'demo/trailer'))).toBe(403)
    const other = await aReceiver(service)
    expect(await statusOf(service, link.replaceAll(/~\w{16}/g, `~${other.leaseId}`))).toBe(403)
  })

  test('is not a token of an account', async () => {
    const { link } = await aReceiver(service)
    const [, token = ''] = /\/s\/([^/]+)\//.exec(link) ?? []
    const asPerson = service.as({ accessToken: token, profileToken: token })
    expect((await apiErrorOf(linkOf(service, { api: asPerson }))).result).toBe('unauthorized')
  })

  test('ends at once with its lease, however that ends', async () => {
    const ends: Record<string, (of: Awaited<ReturnType<typeof aReceiver>>) => Promise<unknown>> = {
      'from the list of streams': ({ viewer, leaseId }) =>
        viewer.api(endLease, { params: { id: leaseId } }),
      'page exit': async ({ viewer, leaseId }) =>
        viewer.api(heartbeat, {
          params: await fileOf(service, 'film'),
          body: { current_time: 1, lease_id: leaseId, ended: true },
        }),
      'sign-out': ({ viewer }) => viewer.api(logout),
      'a removed device': ({ viewer }) =>
        inTransaction(service.deps.db, tx =>
          endEverySession(tx, { userId: viewer.user.id, reason: 'operator' }, service.deps.now()),
        ),
      'a deleted row of the session': ({ leaseId }) =>
        service.deps.db.delete(playbackLeases).where(eq(playbackLeases.id, leaseId)),
    }
    for (const [how, end] of Object.entries(ends)) {
      await allowSignIns(service)
      const receiver = await aReceiver(service)
      expect(await statusOf(service, segmentOf(receiver.link)), how).toBe(200)
      await end(receiver)
      expect(await statusOf(service, segmentOf(receiver.link)), how).toBe(403)
      expect(await statusOf(service, receiver.link), how).toBe(403)
    }
  })

  test('is refused within five seconds of the end of the subscription, and its lease is gone', async () => {
    const { viewer, leaseId, link } = await aReceiver(service)
    expect(await statusOf(service, segmentOf(link))).toBe(200)
    await cancelSubscription(service.deps, { userId: viewer.user.id, reason: 'operator' })
    wait(service, PLAYBACK.receiverCheckSeconds)
    expect(await statusOf(service, segmentOf(link))).toBe(403)
    const rows = await service.deps.db
      .select()
      .from(playbackLeases)
      .where(eq(playbackLeases.id, leaseId))
    expect(rows).toEqual([])
  })

  test('follows the age rating of the profile that the session has chosen', async () => {
    const kid = await aKid(service, 'under_7', await aSubscriber(service))
    expect((await apiErrorOf(linkOf(service, kid))).result).toBe('content_is_age_restricted')
    const { viewer, link } = await aReceiver(service)
    expect(await statusOf(service, segmentOf(link))).toBe(200)
    await service.deps.db
      .update(profiles)
      .set({ ageType: 'under_7' })
      .where(eq(profiles.id, viewer.profileId))
    wait(service, PLAYBACK.receiverCheckSeconds)
    expect(await statusOf(service, segmentOf(link))).toBe(403)
  })

  test('ends after six hours even while its lease runs', async () => {
    const { viewer, leaseId, link } = await aReceiver(service)
    wait(service, PLAYBACK.receiverSeconds)
    const body = { current_time: 9, lease_id: leaseId }
    await viewer.api(heartbeat, { params: await fileOf(service, 'film'), body })
    expect(await statusOf(service, segmentOf(link))).toBe(410)
    expect(await statusOf(service, segmentOf(await linkOf(service, viewer)))).toBe(200)
  })

  test('stays valid after SECRET has changed', async () => {
    const { link } = await aReceiver(service)
    expect(await statusOf(service, segmentOf(link))).toBe(200)
    expect(await statusOf(rotated, segmentOf(link), { address: TV })).toBe(200)
    wait(service, PLAYBACK.receiverCheckSeconds)
    expect(await statusOf(rotated, segmentOf(link), { address: TV })).toBe(200)
    expect(await statusOf(rotated, segmentOf(link), { address: ELSEWHERE })).toBe(403)
  })
})

describe('with a media server', () => {
  const ask = (link: string) => withMediaServer.fetch(link, { redirect: 'manual' }, { address: TV })

  test('playlists come from the site, and their files are redirects to signed links', async () => {
    const { viewer, link, leaseId } = await aReceiver(service)
    const playlist = await ask(beside(link, '480p/index.m3u8'))
    expect(playlist.status).toBe(200)
    expect(await playlist.text()).toContain('#EXTM3U')
    const segment = await ask(segmentOf(link))
    expect(segment.status).toBe(302)
    expect(segment.headers.get('location')).toMatch(
      /^http:\/\/127\.0\.0\.1:\d+\/media\/s\/\d+-[\w-]{22}\/demo\/landscape\/-\/480p\/media\.mp4$/,
    )
    expect(segment.headers.get('cache-control')).toBe('no-store')
    expect(segment.headers.get('access-control-allow-origin')).toBe('*')
    await viewer.api(endLease, { params: { id: leaseId } })
    expect((await ask(segmentOf(link))).status).toBe(403)
  })

  test('playlists of streams that only the media server has are read', async () => {
    const viewer = await aSubscriber(service)
    const there = onNode(withMediaServer, viewer)
    await open(service, there, 'far')
    const link = await linkOf(service, there, 'far')
    const playlist = await ask(link)
    expect(await playlist.text()).toBe('#EXTM3U\n480p/index.m3u8\n')
    expect((await ask(beside(link, '480p/seg1.m4s'))).status).toBe(302)
  })
})
