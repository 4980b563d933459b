/**
 * The only script of the player page until the first frame. It loads the engine and starts the stream with the whole
 * bandwidth. The controls and the site script load afterwards, and the player takes over the engine that it finds on
 * the element.
 */
import type HlsPlayer from 'hls.js'
import type { HlsConfig } from 'hls.js'
import { isDataSaverOn, limitData, storedPreference } from './data-saver.ts'

export interface PreloadedEngine {
  hls: HlsPlayer
  /** URL of the manifest that it loads. */
  url: string
  /** Replaced by the player, which inserts the current token into URLs. */
  rewriteUrl: (url: string) => string
  hasFailed: boolean
}

/** Written by the page as JSON into `data-preload`. */
export interface PreloadRequest {
  /** URL of the engine's module. */
  engine: string
  /** URL of the manifest. */
  url: string
  config: Partial<HlsConfig>
  /** Released by this script when the page is left before the player exists. */
  leaseId: string | null
}

export type PreloadingVideo = HTMLVideoElement & {
  preloadedEngine?: Promise<PreloadedEngine | null>
}

/** The controls load after this time even without a first frame. */
const CONTROLS_TIMEOUT_MS = 4_000

function startPreload(video: PreloadingVideo, request: PreloadRequest) {
  const loadControls = loadControlsOnce(video)
  video.preloadedEngine = createEngine(video, request, loadControls).catch(() => null)
  restoreVolume(video)
  video.play().catch(() => {})
  // The player removes the attribute; from then on it releases the lease.
  addEventListener('pagehide', () => 'preload' in video.dataset && releaseLease(request.leaseId))
}

async function createEngine(
  video: HTMLVideoElement,
  { engine, url, config }: PreloadRequest,
  loadControls: () => void,
): Promise<PreloadedEngine | null> {
  const { default: Hls }: typeof import('hls.js') = await import(/* @vite-ignore */ engine)
  if (!Hls.isSupported()) {
    loadControls()
    return null
  }
  const preloaded: PreloadedEngine = {
    url,
    rewriteUrl: requested => requested,
    hasFailed: false,
    hls: new Hls({
      ...config,
      xhrSetup: (xhr, requested) => xhr.open('GET', preloaded.rewriteUrl(requested), true),
    }),
  }
  preloaded.hls.on(Hls.Events.ERROR, (_, { fatal }) => {
    preloaded.hasFailed ||= fatal
    if (fatal) loadControls()
  })
  if (isDataSaverOn(storedPreference('dataSaver'))) {
    const limit = () => limitData(preloaded.hls, true)
    preloaded.hls.on(Hls.Events.MANIFEST_PARSED, limit)
    limit()
  }
  preloaded.hls.attachMedia(video)
  preloaded.hls.loadSource(url)
  return preloaded
}

/** Restores the stored volume before the first sound. */
function restoreVolume(video: HTMLVideoElement) {
  const volume = storedPreference('volume')
  if (typeof volume === 'number' && volume >= 0 && volume <= 1) video.volume = volume
  if (storedPreference('isMuted') === true) video.muted = true
}

/** Loads the controls on the first frame, a failure, any input, or the timeout, whichever comes first. */
function loadControlsOnce(video: HTMLVideoElement) {
  const done = new AbortController()
  const { signal } = done
  const run = () => {
    if (signal.aborted) return
    done.abort()
    clearTimeout(timeout)
    loadControls()
  }
  const timeout = setTimeout(run, CONTROLS_TIMEOUT_MS)
  video.addEventListener('loadeddata', run, { signal })
  for (const input of ['pointerdown', 'keydown']) addEventListener(input, run, { signal })
  return run
}

function loadControls() {
  const root = document.getElementById('player')
  root?.setAttribute('data-started', '')
  root?.querySelector('astro-island')?.dispatchEvent(new Event('pardeh:hydrate'))
}

function releaseLease(leaseId: string | null) {
  if (leaseId === null) return
  const headers = { 'Content-Type': 'application/json' }
  const path = `/api/playback/leases/${leaseId}`
  void fetch(path, { method: 'DELETE', keepalive: true, headers }).catch(() => {})
}

function start() {
  const video = document.querySelector<PreloadingVideo>('video[data-preload]')
  if (video?.dataset.preload)
    startPreload(video, JSON.parse(video.dataset.preload) as PreloadRequest)
  // An advert or an error message comes first; both need the controls.
  else loadControls()
}

if (self.polyfills) self.polyfills.then(start, start)
else start()
