/**
 * The only script of the player's page until the first frame. It takes nothing but the engine's own file, and the line
 * is the film's alone; controls and shell come then, and the player adopts what it finds on the element.
 */
import './polyfills.ts'
import type HlsPlayer from 'hls.js'
import type { HlsConfig } from 'hls.js'

export interface PreloadedEngine {
  Hls: typeof HlsPlayer
  hls: HlsPlayer
  /** Manifest that it loads. */
  url: string
  /** Whoever adopts it puts the current token into addresses. */
  rewrite: (url: string) => string
  hasFailed: boolean
}

/** On the page: which engine, which manifest, with which settings. */
export interface PreloadRequest {
  engine: string
  url: string
  config: Partial<HlsConfig>
  /** The place among the account's streams, given back by whoever leaves before the player is there. */
  leaseId: string | null
}

export type PreloadingVideo = HTMLVideoElement & { preloaded?: Promise<PreloadedEngine | null> }

/** Nobody looks at a still picture for longer than this without controls. */
const LATEST_MS = 4_000

function startPreload(video: PreloadingVideo, request: PreloadRequest) {
  const wake = waking(video)
  video.preloaded = begin(video, request, wake).catch(() => null)
  recall(video)
  video.play().catch(() => {})
  // The player takes the request off the element: from then on it gives the place back by itself.
  addEventListener('pagehide', () => 'preload' in video.dataset && giveBack(request.leaseId))
}

async function begin(
  video: HTMLVideoElement,
  { engine, url, config }: PreloadRequest,
  wake: () => void,
) {
  const { default: Hls }: typeof import('hls.js') = await import(/* @vite-ignore */ engine)
  if (!Hls.isSupported()) {
    wake()
    return null
  }
  const preloaded: PreloadedEngine = {
    Hls,
    url,
    rewrite: address => address,
    hasFailed: false,
    hls: new Hls({
      ...config,
      xhrSetup: (xhr, address) => xhr.open('GET', preloaded.rewrite(address), true),
    }),
  }
  preloaded.hls.on(Hls.Events.ERROR, (_, { fatal }) => {
    preloaded.hasFailed ||= fatal
    if (fatal) wake()
  })
  preloaded.hls.attachMedia(video)
  preloaded.hls.loadSource(url)
  return preloaded
}

/** The loudness of the last time, before a first sound is heard. */
function recall(video: HTMLVideoElement) {
  const kept = (name: string) => {
    try {
      return JSON.parse(localStorage.getItem(`player:${name}`) ?? 'null')
    } catch {
      return null
    }
  }
  const volume = kept('volume')
  if (typeof volume === 'number' && volume >= 0 && volume <= 1) video.volume = volume
  if (kept('isMuted') === true) video.muted = true
}

/** By the first frame, by what failed, or by somebody who presses something. */
function waking(video: HTMLVideoElement) {
  const done = new AbortController()
  const { signal } = done
  const wake = () => {
    if (signal.aborted) return
    done.abort()
    clearTimeout(latest)
    wakeUp()
  }
  const latest = setTimeout(wake, LATEST_MS)
  video.addEventListener('loadeddata', wake, { signal })
  for (const sign of ['pointerdown', 'keydown']) addEventListener(sign, wake, { signal })
  return wake
}

function wakeUp() {
  const root = document.getElementById('player')
  root?.setAttribute('data-started', '')
  root?.querySelector('astro-island')?.dispatchEvent(new Event('pardeh:hydrate'))
}

function giveBack(leaseId: string | null) {
  if (leaseId === null) return
  const headers = { 'Content-Type': 'application/json' }
  const path = `/api/playback/leases/${leaseId}`
  void fetch(path, { method: 'DELETE', keepalive: true, headers }).catch(() => {})
}

const video = document.querySelector<PreloadingVideo>('video[data-preload]')
if (video?.dataset.preload) startPreload(video, JSON.parse(video.dataset.preload) as PreloadRequest)
// An advert, a refusal: the controls are what there is to see.
else wakeUp()
