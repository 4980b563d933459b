/**
 * The only script of the player's page until the first frame. It takes nothing but the engine's own file, and the line
 * is the film's alone; controls and shell come then, and the player adopts what it finds on the element.
 */
import './missing.ts'
import type HlsPlayer from 'hls.js'
import type { HlsConfig } from 'hls.js'

export interface Early {
  Hls: typeof HlsPlayer
  hls: HlsPlayer
  /** Manifest that it loads. */
  url: string
  /** Whoever adopts it puts the current token into addresses. */
  rewrite: (url: string) => string
  hasFailed: boolean
}

/** On the page: which engine, which manifest, with which settings. */
export interface EarlyOrder {
  engine: string
  url: string
  config: Partial<HlsConfig>
  /** The place among the account's streams, given back by whoever leaves before the player is there. */
  leaseId: string | null
}

export type EarlyVideo = HTMLVideoElement & { early?: Promise<Early | null> }

/** Nobody looks at a still picture for longer than this without controls. */
const LATEST_MS = 4_000

function startEarly(video: EarlyVideo, order: EarlyOrder) {
  const wake = waking(video)
  video.early = begin(video, order, wake).catch(() => null)
  recall(video)
  video.play().catch(() => {})
  // The player takes the order off the element: from then on it gives the place back by itself.
  addEventListener('pagehide', () => 'early' in video.dataset && giveBack(order.leaseId))
}

async function begin(
  video: HTMLVideoElement,
  { engine, url, config }: EarlyOrder,
  wake: () => void,
) {
  const { default: Hls }: typeof import('hls.js') = await import(/* @vite-ignore */ engine)
  if (!Hls.isSupported()) {
    wake()
    return null
  }
  const early: Early = {
    Hls,
    url,
    rewrite: address => address,
    hasFailed: false,
    hls: new Hls({
      ...config,
      xhrSetup: (xhr, address) => xhr.open('GET', early.rewrite(address), true),
    }),
  }
  early.hls.on(Hls.Events.ERROR, (_, { fatal }) => {
    early.hasFailed ||= fatal
    if (fatal) wake()
  })
  early.hls.attachMedia(video)
  early.hls.loadSource(url)
  return early
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
  root?.setAttribute('data-awake', '')
  root?.querySelector('astro-island')?.dispatchEvent(new Event('pardeh:open'))
}

function giveBack(leaseId: string | null) {
  if (leaseId === null) return
  const headers = { 'Content-Type': 'application/json' }
  const path = `/api/playback/leases/${leaseId}`
  void fetch(path, { method: 'DELETE', keepalive: true, headers }).catch(() => {})
}

const video = document.querySelector<EarlyVideo>('video[data-early]')
if (video?.dataset.early) startEarly(video, JSON.parse(video.dataset.early) as EarlyOrder)
// An advert, a refusal: the controls are what there is to see.
else wakeUp()
