import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { EngineEvent } from '#src/lib/player/engine.ts'
import {
  createNativeEngine,
  EARLY_RENEWAL_MS,
  EXPIRY_RELOAD_MS,
} from '#src/lib/player/native-engine.ts'

const NETWORK = 2
const DECODE = 3
vi.stubGlobal('MediaError', { MEDIA_ERR_NETWORK: NETWORK, MEDIA_ERR_SRC_NOT_SUPPORTED: 4 })
vi.stubGlobal('navigator', { onLine: true })
vi.stubGlobal('window', globalThis)
// A canvas without pixels; the frame shown during a reload is checked in a browser.
vi.stubGlobal('document', {
  createElement: () => ({ width: 0, height: 0, getContext: () => null }),
})

/** Lifetime of a link in seconds. */
const LIFETIME = 300
const HEARTBEAT = 10

/** The part of a video element that the engine uses. Without metadata its position is the start position, as the standard says. */
function aVideo() {
  return Object.assign(new EventTarget(), {
    textTracks: Object.assign(new EventTarget(), { length: 0 }) as EventTarget &
      ArrayLike<ACaptionTrack>,
    audioTracks: Object.assign(new EventTarget(), { length: 0 }),
    buffered: { length: 0 },
    videoWidth: 0,
    videoHeight: 0,
    duration: 7_200,
    src: '',
    currentTime: 0,
    paused: false,
    error: null as { code: number; message: string } | null,
    play: vi.fn(async () => undefined),
  })
}

type ACaptionTrack = { kind: string; mode: string; language: string; label: string }
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
    isDataSaver: false,
    emit: event => events.push(event),
    renewUrl: async () => {
      renewals += 1
      engine.updateUrl(`/media/s/${renewals + 1}/x/a.m3u8`, LIFETIME)
    },
  })
  engine.load({ url: '/media/s/1/x/a.m3u8', startAt: 0, drm: null, expiresIn: LIFETIME })
  return engine
}

function failWith(code: number) {
  video.error = { code, message: 'an error' }
  video.dispatchEvent(new Event('error'))
}

describe('the native engine after an error', () => {
  test('requests a new link if the link has expired, and resumes at the same position', async () => {
    anEngine()
    video.currentTime = 1_234
    failWith(NETWORK)
    await vi.waitFor(() => expect(video.src).toBe('/media/s/2/x/a.m3u8'), 30_000)
    video.currentTime = 0
    video.dispatchEvent(new Event('loadedmetadata'))
    expect(video.currentTime).toBe(1_234)
    expect(video.play).toHaveBeenCalledOnce()
    expect(events.filter(({ type }) => type === 'failed')).toEqual([])
  })

  test('keeps the captions that were selected', async () => {
    const engine = anEngine()
    const track = { kind: 'subtitles', mode: 'disabled', language: 'fa', label: '' }
    Object.assign(video.textTracks, { 0: track, length: 1 })
    engine.selectCaption('0')
    failWith(NETWORK)
    await vi.waitFor(() => expect(video.src).toBe('/media/s/2/x/a.m3u8'), 30_000)
    const loadedAgain = { ...track, mode: 'disabled' }
    Object.assign(video.textTracks, { 0: loadedAgain })
    video.dispatchEvent(new Event('loadedmetadata'))
    expect(loadedAgain.mode).toBe('hidden')
  })

  test('reports the failure if the new link does not help, and tries again once it has played', async () => {
    anEngine()
    failWith(NETWORK)
    await vi.waitFor(() => expect(renewals).toBe(1), 30_000)
    failWith(NETWORK)
    expect(events.at(-1)).toEqual({ type: 'failed', kind: 'unavailable', detail: 'an error' })
    video.dispatchEvent(new Event('playing'))
    failWith(NETWORK)
    expect(renewals).toBe(2)
  })

  test('reports at once an error that a new link cannot fix', () => {
    anEngine()
    failWith(DECODE)
    expect([renewals, events.at(-1)]).toEqual([
      0,
      { type: 'failed', kind: 'decode', detail: 'an error' },
    ])
  })
})

describe('the native engine with links that expire', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })
  const src = (token: string) => `/media/s/${token}/x/a.m3u8`

  test('loads the newest link before the loaded one expires, at the same position', () => {
    const engine = anEngine()
    vi.advanceTimersByTime((LIFETIME - 30) * 1_000)
    engine.updateUrl(src('later'), LIFETIME)
    video.currentTime = 270.5
    vi.advanceTimersByTime(30_000 - EXPIRY_RELOAD_MS - 1)
    expect(video.src).toBe(src('1'))
    vi.advanceTimersByTime(1)
    expect(video.src).toBe(src('later'))
    expect(video.currentTime).toBe(270.5)
    video.currentTime = 0
    video.dispatchEvent(new Event('loadedmetadata'))
    expect(video.currentTime).toBe(270.5)
    expect(video.play).toHaveBeenCalledOnce()
  })

  test('plays four hours without an expired link, and loads once per lifetime', () => {
    const engine = anEngine()
    const expiries = new Map([[src('1'), LIFETIME]])
    const loads = new Set<string>()
    for (let second = 0; second < 4 * 3_600; second++) {
      if (second > 0 && second % HEARTBEAT === 0) {
        expiries.set(src(`at${second}`), second + LIFETIME)
        engine.updateUrl(src(`at${second}`), LIFETIME)
      }
      video.currentTime = second
      loads.add(video.src)
      expect(expiries.get(video.src)).toBeGreaterThan(second)
      vi.advanceTimersByTime(1_000)
      expect(video.currentTime).toBe(second)
    }
    const most = (4 * 3_600) / (LIFETIME - EXPIRY_RELOAD_MS / 1_000 - HEARTBEAT)
    expect(loads.size).toBeGreaterThan(40)
    expect(loads.size).toBeLessThanOrEqual(Math.ceil(most) + 1)
    expect(events.filter(({ type }) => type === 'failed')).toEqual([])
  })

  test('loads nothing while paused, and takes the newest link when playback resumes', () => {
    const engine = anEngine()
    video.paused = true
    engine.updateUrl(src('later'), 2 * LIFETIME)
    vi.advanceTimersByTime(LIFETIME * 1_000 - EARLY_RENEWAL_MS)
    expect(video.src).toBe(src('1'))
    video.paused = false
    video.dispatchEvent(new Event('play'))
    expect(video.src).toBe(src('later'))
  })

  test('keeps the captions that were selected', () => {
    const engine = anEngine()
    const tracks = () =>
      ['en', 'fa'].map(language => ({ kind: 'subtitles', mode: 'disabled', language, label: '' }))
    Object.assign(video.textTracks, tracks(), { length: 2 })
    engine.selectCaption('1')
    engine.updateUrl(src('later'), 2 * LIFETIME)
    vi.advanceTimersByTime(LIFETIME * 1_000 - EXPIRY_RELOAD_MS)
    Object.assign(video.textTracks, tracks())
    video.dispatchEvent(new Event('loadedmetadata'))
    expect(Array.from(video.textTracks, ({ mode }) => mode)).toEqual(['disabled', 'hidden'])
  })

  test('switches to a new stream of the title at once', () => {
    const engine = anEngine()
    video.currentTime = 60
    engine.updateUrl('/media/s/2/y/a.m3u8', LIFETIME)
    expect([video.src, video.currentTime]).toEqual(['/media/s/2/y/a.m3u8', 60])
  })
})
