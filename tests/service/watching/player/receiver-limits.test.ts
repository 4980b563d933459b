import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeReceiverLink } from '#src/contract/endpoints/player.ts'
import { PLAYBACK } from '#src/contract/limits.ts'
import { apiErrorOf } from '#tests/support/api-errors.ts'
import { aSubscriber, aUser } from '#tests/support/people.ts'
import {
  allowSignIns,
  another,
  aReceiver,
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

let service: TestService
beforeAll(async () => {
  service = await startWithFilms()
}, 180_000)
afterAll(() => service.stop())
beforeEach(() => allowSignIns(service))

describe('the limit of streams', () => {
  test('a link that is passed on plays for one address at a time', async () => {
    const { link } = await aReceiver(service)
    expect(await statusOf(service, segmentOf(link), { address: TV })).toBe(200)
    for (let second = 0; second < 60; second += 4) {
      expect(await statusOf(service, segmentOf(link), { address: TV }), `${second} s`).toBe(200)
      expect(await statusOf(service, segmentOf(link), { address: ELSEWHERE }), `${second} s`).toBe(
        403,
      )
      wait(service, 4)
    }
    wait(service, PLAYBACK.receiverQuietSeconds)
    expect(await statusOf(service, segmentOf(link), { address: ELSEWHERE })).toBe(200)
    expect(await statusOf(service, segmentOf(link), { address: TV })).toBe(403)
  })

  test('of 16 concurrent addresses one plays', async () => {
    const { link } = await aReceiver(service)
    const statuses = await Promise.all(
      Array.from({ length: 16 }, (_, at) =>
        statusOf(service, segmentOf(link), { address: `198.51.100.${at + 1}` }),
      ),
    )
    expect(statuses.filter(status => status === 200)).toHaveLength(1)
  })

  test('the lease of the receiver is the one of its page, and takes no further slot', async () => {
    const { viewer } = await aReceiver(service)
    await open(service, viewer, 'other')
    await open(service, viewer, 'free')
    await linkOf(service, viewer)
    const device = await another(service, viewer)
    expect((await apiErrorOf(open(service, device))).result).toBe('stream_limit')
  })

  test('a locked phone sends nothing, and the requests of the receiver keep the lease', async () => {
    const { viewer, link } = await aReceiver(service)
    await open(service, viewer, 'other')
    await open(service, viewer, 'free')
    const device = await another(service, viewer)
    for (let minute = 0; minute < 5; minute++) {
      wait(service, 50)
      expect(await statusOf(service, segmentOf(link))).toBe(200)
    }
    // The two others sent no heartbeats, so their slots are free, but the receiver's is not.
    await open(service, device)
    await open(service, device, 'other')
    expect((await apiErrorOf(open(service, device, 'free'))).result).toBe('stream_limit')
    wait(service, PLAYBACK.leaseSeconds)
    await open(service, device, 'free')
    expect(await statusOf(service, segmentOf(link))).toBe(403)
  })

  test('a receiver may pause for ten minutes while no other device needs the slot', async () => {
    const { link } = await aReceiver(service)
    wait(service, PLAYBACK.leaseSeconds + PLAYBACK.receiverPauseSeconds - 1)
    expect(await statusOf(service, segmentOf(link))).toBe(200)
    wait(service, PLAYBACK.leaseSeconds + PLAYBACK.receiverPauseSeconds)
    expect(await statusOf(service, segmentOf(link))).toBe(403)
  })
})

describe('a link is issued', () => {
  test('only for what the session plays', async () => {
    const viewer = await aSubscriber(service)
    expect((await apiErrorOf(linkOf(service, viewer))).result).toBe('stream_stopped')
    await open(service, viewer)
    const device = await another(service, viewer)
    expect((await apiErrorOf(linkOf(service, device))).result).toBe('stream_stopped')
    expect(await linkOf(service, viewer)).toMatch(/^\/media\/s\//)
  })

  test('never without a subscription, nor for a trailer', async () => {
    expect((await apiErrorOf(linkOf(service, await aUser(service)))).result).toBe(
      'subscription_required',
    )
    const viewer = await aSubscriber(service)
    await open(service, viewer)
    const trailer = viewer.api(makeReceiverLink, {
      params: await fileOf(service, 'film', 'trailer'),
      body: {},
    })
    expect((await apiErrorOf(trailer)).result).toBe('not_found')
  })

  test('never for a stream with DRM', async () => {
    const { viewer } = await aReceiver(service)
    const env = { WIDEVINE_LICENSE_URL: 'https://licence.example/widevine' }
    const drm = await startTestService({
      env,
      beside: { url: service.databaseUrl, clock: service.clock },
    })
    expect((await apiErrorOf(linkOf(service, onNode(drm, viewer)))).result).toBe('not_found')
    await drm.stop()
  })
})
