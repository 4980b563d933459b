/**
 * The player without its looks: the media element, the engine and the service behind stores and verbs.
 * Runs in a browser alone; React and the page only read the stores and call the verbs.
 */
import { atom } from 'nanostores'
import type { PlaybackDescriptor } from '#src/contract/player.ts'
import type { Engine, EngineEvent } from './engine.ts'
import type { FailureKind } from './failure.ts'
import { createHlsEngine } from './hls-engine.ts'
import { createKeepAlive } from './keep-alive.ts'
import { canPlayNatively, createNativeEngine } from './native-engine.ts'
import { type PlaybackFailure, playbackFailureOf } from './playback-session.ts'
import type { Player, PlayerOptions } from './player-interface.ts'
import {
  initialPlayerState,
  isAtLiveEdge,
  type PlayerEvent,
  type PlayerState,
  reducePlayerState,
} from './player-state.ts'
import { $preferences, preferences } from './preferences.store.ts'
import { createPreroll } from './preroll.ts'
import { createSettings, restoreVolume } from './settings.ts'
import { emptyTimeline, listenToMedia, type Position, timelineOf } from './timeline.ts'
import { createTrackState } from './track-state.ts'

export function createPlayer(options: PlayerOptions): Player {
  const { video, session } = options
  const $state = atom<PlayerState>(initialPlayerState)
  const $timeline = atom<Position>(emptyTimeline)
  const $descriptor = atom<PlaybackDescriptor | null>(options.descriptor)
  const $failure = atom<PlaybackFailure | null>(null)

  const gone = new AbortController()
  const trackState = createTrackState(video, options.language, () => engine)
  let engine: Engine | null = null
  let resumeAt = options.startAt

  const isAdvert = () => $state.get().stage === 'advert'
  const advert = createPreroll({
    report: options.report,
    isOn: isAdvert,
    load(url) {
      dispatch({ type: 'loading', stage: 'advert' })
      engine?.load({ url, startAt: 0, drm: null })
      void attemptPlay()
    },
    onOver() {
      const descriptor = $descriptor.get()
      if (descriptor) loadTitle(descriptor)
    },
  })
  const keepAlive = createKeepAlive({
    session,
    everySeconds: options.heartbeatSeconds,
    place,
    onRenewed(url) {
      const descriptor = $descriptor.get()
      if (descriptor) $descriptor.set({ ...descriptor, manifest_url: url })
      if ($state.get().stage === 'title') engine?.renew(url)
    },
    onRefused: stop,
  })
  const { heart } = keepAlive

  function dispatch(event: PlayerEvent) {
    const before = $state.get()
    const after = reducePlayerState(before, event)
    if (after === before) return
    $state.set(after)
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

  function stop(refused: PlaybackFailure) {
    // What is refused late must not stop what has come into the element since.
    if (gone.signal.aborted) return
    resumeAt = place()
    video.pause()
    $failure.set(refused)
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
      refresh: keepAlive.refresh,
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
    if (event.type !== 'failed') return trackState.take(event)
    if (isAdvert()) return advert.end('failed')
    fail(event.kind)
  }

  function onTime() {
    const edge = engine?.liveEdge() ?? null
    $timeline.set(timelineOf(video, edge))
    const { isLive, stage } = $state.get()
    if (isLive) dispatch({ type: 'live', isLive, isAtEdge: isAtLiveEdge(video.currentTime, edge) })
    if (stage === 'advert') advert.at(video.currentTime, video.duration)
    trackState.showCaptions()
  }

  async function open() {
    const descriptor = $descriptor.get() ?? (await session.open())
    $descriptor.set(descriptor)
    $failure.set(null)
    engine ??= await makeEngine()
    if (gone.signal.aborted) return
    if (!engine) return fail('unsupported')
    keepAlive.schedule(descriptor.expires_in)
    resumeAt ??= descriptor.start_at
    if (descriptor.advert && !$state.get().hasStarted) advert.begin(descriptor.advert)
    else loadTitle(descriptor)
  }

  function loadTitle(descriptor: PlaybackDescriptor) {
    trackState.anew()
    dispatch({ type: 'loading', stage: 'title' })
    const startAt = descriptor.kind === 'live' ? null : (resumeAt ?? 0)
    engine?.load({ url: descriptor.manifest_url, startAt, drm: descriptor.drm })
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
    video.playbackRate = $state.get().isLive ? 1 : preferences().rate
  }

  async function retry() {
    resumeAt = place()
    $descriptor.set(null)
    dispatch({ type: 'loading', stage: 'title' })
    engine?.destroy()
    engine = null
    await open().catch(error => stop(playbackFailureOf(error)))
  }

  function seek(time: number) {
    const { start, end } = timelineOf(video, engine?.liveEdge() ?? null)
    if (isAdvert() || !(end > start)) return
    video.currentTime = Math.min(Math.max(time, start), end > 1 ? end - 0.05 : end)
    $timeline.set(timelineOf(video, engine?.liveEdge() ?? null))
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
    if ($state.get().failure === 'offline') void retry()
  }

  function leave() {
    const { bandwidth } = engine?.stats() ?? { bandwidth: 0 }
    if (bandwidth > 0) $preferences.setKey('bandwidth', bandwidth)
    heart.leave()
  }

  restoreVolume(video)
  listen()
  open().catch(error => stop(playbackFailureOf(error)))

  return {
    $state,
    $timeline,
    $tracks: trackState.$tracks,
    $selection: trackState.$selection,
    $cues: trackState.$cues,
    $descriptor,
    $failure,
    play: () => void attemptPlay(),
    pause: () => video.pause(),
    place,
    toggle: () => (video.paused ? void attemptPlay() : video.pause()),
    seek,
    ...createSettings(video, trackState.$tracks, () => engine),
    goLive() {
      const edge = engine?.liveEdge()
      if (edge) video.currentTime = edge
      void attemptPlay()
    },
    skipAdvert: () => advert.end('skipped'),
    clickAdvert: advert.clicked,
    retry,
    async endOtherStream(leaseId) {
      await session.endOtherLease(leaseId)
      await retry()
    },
    stats: () => engine?.stats() ?? null,
    destroy() {
      leave()
      gone.abort()
      trackState.stop()
      keepAlive.stop()
      advert.wait()
      engine?.destroy()
      engine = null
    },
  }
}
