import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { EngineEvent } from '#src/lib/player/engine.ts'
import { createNativeEngine } from '#src/lib/player/native-engine.ts'

const NETWORK = 2
const DECODE = 3
vi.stubGlobal('MediaError', { MEDIA_ERR_NETWORK: NETWORK, MEDIA_ERR_SRC_NOT_SUPPORTED: 4 })
vi.stubGlobal('navigator', { onLine: true })

/** As much of a video element as the engine uses. */
function aVideo() {
  return Object.assign(new EventTarget(), {
    textTracks: new EventTarget(),
    src: '',
    currentTime: 0,
    paused: false,
    error: null as { code: number; message: string } | null,
    play: vi.fn(async () => undefined),
  })
}

let video: ReturnType<typeof aVideo>
let events: EngineEvent[]
let renewals: number
beforeEach(() => {
  video = aVideo()
  events = []
  renewals = 0
})

function anEngine() {
  const engine = createNativeEngine({
    video: video as unknown as HTMLVideoElement,
    drm: null,
    isTvDevice: false,
    bandwidth: null,
    emit: event => events.push(event),
    renewUrl: async () => {
      renewals += 1
      engine.updateUrl(`/media/s/${renewals + 1}/x/a.m3u8`)
    },
  })
  engine.load({ url: '/media/s/1/x/a.m3u8', startAt: 0, drm: null })
  return engine
}

function failWith(code: number) {
  video.error = { code, message: 'an error' }
  video.dispatchEvent(new Event('error'))
}

describe('the native engine', () => {
  test('takes a new link when one has expired, and goes on at the same position', async () => {
    anEngine()
    video.currentTime = 1_234
    failWith(NETWORK)
    await vi.waitFor(() => expect(video.src).toBe('/media/s/2/x/a.m3u8'))
    video.currentTime = 0
    video.dispatchEvent(new Event('loadedmetadata'))
    expect(video.currentTime).toBe(1_234)
    expect(video.play).toHaveBeenCalledOnce()
    expect(events.filter(({ type }) => type === 'failed')).toEqual([])
  })

  test('tells the failure when the new link does not help, and tries again once it has played', async () => {
    anEngine()
    failWith(NETWORK)
    await vi.waitFor(() => expect(renewals).toBe(1))
    failWith(NETWORK)
    expect(events.at(-1)).toEqual({ type: 'failed', kind: 'unavailable', detail: 'an error' })
    video.dispatchEvent(new Event('playing'))
    failWith(NETWORK)
    expect(renewals).toBe(2)
  })

  test('tells at once what a new link cannot mend', () => {
    anEngine()
    failWith(DECODE)
    expect([renewals, events.at(-1)]).toEqual([
      0,
      { type: 'failed', kind: 'decode', detail: 'an error' },
    ])
  })
})
