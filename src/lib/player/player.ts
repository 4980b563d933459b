/**
 * The player without its looks: the media element, the engine and the service behind stores and verbs.
 * Runs in a browser alone; React and the page only read the stores and call the verbs.
 */
import { atom } from 'nanostores'
import type { Playback as Offer } from '#src/contract/player.ts'
import { createAdvertStage } from './advert-stage.ts'
import { createChoices, recallVolume } from './choices.ts'
import type { Engine, EngineEvent } from './engine.ts'
import type { FailureKind } from './failure.ts'
import { createHlsEngine } from './hls-engine.ts'
import { createLifeline } from './lifeline.ts'
import { listenToMedia, nowhere, type Position, positionOf } from './media-events.ts'
import { canPlayNatively, createNativeEngine } from './native-engine.ts'
import { createOnScreen } from './on-screen.ts'
import {
  initialPlayback,
  isAtLiveEdge,
  type Playback,
  type PlaybackEvent,
  reducePlayback,
} from './playback.ts'
import { $preferences, preferences } from './preferences.store.ts'
import type { Player, PlayerOptions } from './verbs.ts'
import { type Refused, refusedBy } from './watch.ts'

export function createPlayer(options: PlayerOptions): Player {
  const { video, watch } = options
  const $playback = atom<Playback>(initialPlayback)
  const $position = atom<Position>(nowhere)
  const $offer = atom<Offer | null>(options.offer)
  const $refused = atom<Refused | null>(null)

  const gone = new AbortController()
  const onScreen = createOnScreen(video, options.language, () => engine)
  let engine: Engine | null = null
  let resumeAt = options.startAt

  const isAdvert = () => $playback.get().stage === 'advert'
  const advert = createAdvertStage({
    report: options.report,
    isOn: isAdvert,
    load(url) {
      dispatch({ type: 'loading', stage: 'advert' })
      engine?.load({ url, startAt: 0, drm: null })
      void attemptPlay()
    },
    onOver() {
      const offer = $offer.get()
      if (offer) loadTitle(offer)
    },
  })
  const lifeline = createLifeline({
    watch,
    everySeconds: options.heartbeatSeconds,
    place,
    onRenewed(url) {
      const offer = $offer.get()
      if (offer) $offer.set({ ...offer, manifest_url: url })
      if ($playback.get().stage === 'title') engine?.renew(url)
    },
    onRefused: stop,
  })
  const { heart } = lifeline

  function dispatch(event: PlaybackEvent) {
    const before = $playback.get()
    const after = reducePlayback(before, event)
    if (after === before) return
    $playback.set(after)
    if (after.stage !== 'title') return
    if (event.type === 'playing') heart.start()
    if (event.type === 'pause' || event.type === 'ended') heart.pause()
    if (event.type === 'failed') heart.stop()
  }

  /** Seconds of the title, also while an advert runs or after a failure. */
  function place() {
    if (isAdvert()) return resumeAt ?? 0
    return Math.max(0, video.currentTime || resumeAt || 0)
  }

  function stop(refused: Refused) {
    // What is refused late must not stop what has come into the element since.
    if (gone.signal.aborted) return
    resumeAt = place()
    video.pause()
    $refused.set(refused)
    dispatch({ type: 'failed', failure: refused.kind })
  }

  function fail(kind: FailureKind) {
    stop({ kind, message: undefined, leases: [] })
  }

  async function makeEngine() {
    const host = {
      video,
      isTv: options.isTv,
      bandwidth: preferences().bandwidth || null,
      emit: onEngine,
      refresh: lifeline.refresh,
    }
    const made =
      (await createHlsEngine(host)) ?? (canPlayNatively(video) ? createNativeEngine(host) : null)
    if (gone.signal.aborted) made?.destroy()
    return made
  }

  function onEngine(event: EngineEvent) {
    if (event.type === 'live') {
      const isAtEdge = isAtLiveEdge(video.currentTime, engine?.liveEdge() ?? null)
      return dispatch({ type: 'live', isLive: event.isLive, isAtEdge })
    }
    if (event.type !== 'failed') return onScreen.take(event)
    if (isAdvert()) return advert.end('failed')
    fail(event.kind)
  }

  function onTime() {
    const edge = engine?.liveEdge() ?? null
    $position.set(positionOf(video, edge))
    const { isLive, stage } = $playback.get()
    if (isLive) dispatch({ type: 'live', isLive, isAtEdge: isAtLiveEdge(video.currentTime, edge) })
    if (stage === 'advert') advert.at(video.currentTime, video.duration)
    onScreen.showCaptions()
  }

  async function open() {
    const offer = $offer.get() ?? (await watch.open())
    $offer.set(offer)
    $refused.set(null)
    engine ??= await makeEngine()
    if (gone.signal.aborted) return
    if (!engine) return fail('unsupported')
    lifeline.schedule(offer.expires_in)
    resumeAt ??= offer.start_at
    if (offer.advert && !$playback.get().hasStarted) advert.begin(offer.advert)
    else loadTitle(offer)
  }

  function loadTitle(offer: Offer) {
    onScreen.anew()
    dispatch({ type: 'loading', stage: 'title' })
    const startAt = offer.kind === 'live' ? null : (resumeAt ?? 0)
    engine?.load({ url: offer.manifest_url, startAt, drm: offer.drm })
    void attemptPlay()
    joinStarted()
  }

  /** The page's first script may have it playing already, with nobody to hear the event. */
  function joinStarted() {
    if (video.paused || video.readyState <= video.HAVE_CURRENT_DATA) return
    dispatch({ type: 'playing' })
    onPlaying()
  }

  async function attemptPlay() {
    try {
      await video.play()
    } catch (error) {
      if (error instanceof DOMException && error.name === 'NotAllowedError') {
        advert.wait()
        dispatch({ type: 'blocked' })
      }
    }
  }

  function onPlaying() {
    if (isAdvert()) return advert.started()
    video.playbackRate = $playback.get().isLive ? 1 : preferences().rate
  }

  async function retry() {
    resumeAt = place()
    $offer.set(null)
    dispatch({ type: 'loading', stage: 'title' })
    engine?.destroy()
    engine = null
    await open().catch(error => stop(refusedBy(error)))
  }

  function seek(time: number) {
    const { start, end } = positionOf(video, engine?.liveEdge() ?? null)
    if (isAdvert() || !(end > start)) return
    video.currentTime = Math.min(Math.max(time, start), end > 1 ? end - 0.05 : end)
    $position.set(positionOf(video, engine?.liveEdge() ?? null))
  }

  function listen() {
    const { signal } = gone
    listenToMedia(video, signal, dispatch)
    const on = (type: string, action: () => void) =>
      video.addEventListener(type, action, { signal })
    for (const type of ['timeupdate', 'durationchange', 'progress', 'seeking', 'seeked'])
      on(type, onTime)
    on('playing', onPlaying)
    on('ended', () => advert.end('completed'))
    window.addEventListener('pagehide', leave, { signal })
    window.addEventListener('online', backOnline, { signal })
    window.addEventListener('pageshow', event => event.persisted && void retry(), { signal })
  }

  /** Nobody has to press anything once the line is there again. */
  function backOnline() {
    if ($playback.get().failure === 'offline') void retry()
  }

  function leave() {
    const { bandwidth } = engine?.stats() ?? { bandwidth: 0 }
    if (bandwidth > 0) $preferences.setKey('bandwidth', bandwidth)
    heart.leave()
  }

  recallVolume(video)
  listen()
  open().catch(error => stop(refusedBy(error)))

  return {
    $playback,
    $position,
    $tracks: onScreen.$tracks,
    $selection: onScreen.$selection,
    $cues: onScreen.$cues,
    $offer,
    $refused,
    play: () => void attemptPlay(),
    pause: () => video.pause(),
    place,
    toggle: () => (video.paused ? void attemptPlay() : video.pause()),
    seek,
    ...createChoices(video, onScreen.$tracks, () => engine),
    goLive() {
      const edge = engine?.liveEdge()
      if (edge) video.currentTime = edge
      void attemptPlay()
    },
    skipAdvert: () => advert.end('skipped'),
    clickAdvert: advert.clicked,
    retry,
    async takeOver(leaseId) {
      await watch.endStream(leaseId)
      await retry()
    },
    stats: () => engine?.stats() ?? null,
    destroy() {
      leave()
      gone.abort()
      onScreen.stop()
      lifeline.stop()
      advert.wait()
      engine?.destroy()
      engine = null
    },
  }
}
