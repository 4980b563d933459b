/**
 * The first script of the player's page. It takes nothing but the engine's own file, so that loading begins
 * before the player and React are there; the player adopts what it finds on the element.
 */
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
}

export type EarlyVideo = HTMLVideoElement & { early?: Promise<Early | null> }

export function startEarly(video: EarlyVideo, order: EarlyOrder) {
  video.early = begin(video, order).catch(() => null)
  recall(video)
  video.play().catch(() => {})
  wakeControls(video)
}

async function begin(video: HTMLVideoElement, { engine, url, config }: EarlyOrder) {
  const { default: Hls }: typeof import('hls.js') = await import(/* @vite-ignore */ engine)
  if (!Hls.isSupported()) return null
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

const LATEST_MS = 2_500

/** The controls wait for the first frame, which has the line to itself until then. */
function wakeControls(video: HTMLVideoElement) {
  const island = video.parentElement?.querySelector('astro-island')
  const wake = () => island?.dispatchEvent(new Event('pardeh:open'))
  video.addEventListener('loadeddata', wake, { once: true })
  setTimeout(wake, LATEST_MS)
}

const video = document.querySelector<EarlyVideo>('video[data-early]')
if (video?.dataset.early) startEarly(video, JSON.parse(video.dataset.early) as EarlyOrder)
else wakeAtOnce()

/** An advert, a refusal: the controls are what there is to see. */
function wakeAtOnce() {
  document.querySelector('#player astro-island')?.dispatchEvent(new Event('pardeh:open'))
}
