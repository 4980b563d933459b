/**
 * The player without its UI. Connects the media element, the engine and the service, and exposes stores and methods.
 * Browser only.
 */
import { atom } from 'nanostores'
import type { PlaybackDescriptor } from '#src/contract/player.ts'
import { createEngine } from './create-engine.ts'
import { isDataSaverOn } from './data-saver.ts'
import type { Engine, EngineEvent } from './engine.ts'
import type { FailureKind } from './failure.ts'
import { createKeepAlive } from './keep-alive.ts'
import { forwardMediaEvents } from './media-events.ts'
import { type PlaybackFailure, toPlaybackFailure } from './playback-session.ts'
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
import { createTimeline } from './timeline.ts'
import { createTrackState } from './track-state.ts'

const TIMELINE_EVENTS = ['timeupdate', 'durationchange', 'progress', 'seeking', 'seeked']

export function createPlayer(options: PlayerOptions): Player {
  const { video, session } = options
  const $state = atom<PlayerState>(initialPlayerState)
  const $descriptor = atom<PlaybackDescriptor | null>(options.descriptor)
  const $failure = atom<PlaybackFailure | null>(null)

  const destroyed = new AbortController()
  const liveEdge = () => engine?.liveEdge() ?? null
  const timeline = createTimeline(video, liveEdge)
  const trackState = createTrackState(video, options.language, () => engine)
  let engine: Engine | null = null
  let resumeAt = options.startAt

  const isAdvert = () => $state.get().phase === 'advert'
  const preroll = createPreroll({
    report: options.report,
    isActive: isAdvert,
    load(url) {
      dispatch({ type: 'loading', phase: 'advert' })
      engine?.load({ url, startAt: 0, drm: null })
      void play()
    },
    onFinished() {
      const descriptor = $descriptor.get()
      if (descriptor) loadTitle(descriptor)
    },
  })
  const keepAlive = createKeepAlive({
    session,
    everySeconds: options.heartbeatSeconds,
    playbackPosition,
    onRenewed({ url, expiresIn }) {
      const descriptor = $descriptor.get()
      if (descriptor) $descriptor.set({ ...descriptor, manifest_url: url, expires_in: expiresIn })
      if (!isAdvert()) engine?.updateUrl(url, expiresIn)
    },
    onRejected: fail,
  })
  const { heartbeat } = keepAlive

  function dispatch(event: PlayerEvent) {
    const before = $state.get()
    const after = reducePlayerState(before, event)
    if (after === before) return
    $state.set(after)
    if (after.phase === 'advert') return
    if (event.type === 'playing') heartbeat.start()
    if (event.type === 'pause' || event.type === 'ended') heartbeat.pause()
    if (event.type === 'failed') heartbeat.stop()
  }

  function playbackPosition() {
    if (isAdvert()) return resumeAt ?? 0
    return Math.max(0, video.currentTime || resumeAt || 0)
  }

  function fail(failure: PlaybackFailure) {
    // After destroy, the element may already play another file.
    if (destroyed.signal.aborted) return
    resumeAt = playbackPosition()
    video.pause()
    $failure.set(failure)
    dispatch({ type: 'failed', failure: failure.kind })
  }

  function failWith(kind: FailureKind) {
    fail({ kind, message: undefined, leases: [] })
  }

  async function startEngine({ drm }: PlaybackDescriptor) {
    const created = await createEngine({
      video,
      drm,
      isTvDevice: options.isTvDevice,
      bandwidth: preferences().bandwidth || null,
      isDataSaver: isDataSaverOn(preferences().dataSaver),
      emit: onEngineEvent,
      renewUrl: keepAlive.renewUrl,
    })
    if (destroyed.signal.aborted) created?.destroy()
    return created
  }

  function onEngineEvent(event: EngineEvent) {
    if (event.type === 'live') return updateLive(event.isLive)
    if (event.type !== 'failed') return trackState.handle(event)
    if (isAdvert()) return preroll.finish('failed')
    // The service has said why; the engine only knows that its request was refused.
    if ($state.get().status === 'failed') return
    failWith(event.kind)
  }

  function updateLive(isLive: boolean) {
    const isAtEdge = isAtLiveEdge(video.currentTime, liveEdge())
    dispatch({ type: 'live', isLive, isAtEdge })
  }

  function updateTimeline() {
    timeline.update()
    if ($state.get().isLive) updateLive(true)
    if (isAdvert()) preroll.progress(video.currentTime, video.duration)
    trackState.updateCues()
  }

  async function open() {
    const descriptor = $descriptor.get() ?? (await session.open())
    $descriptor.set(descriptor)
    $failure.set(null)
    engine ??= await startEngine(descriptor)
    if (destroyed.signal.aborted) return
    if (!engine) return failWith('unsupported')
    keepAlive.scheduleRenewal(descriptor.expires_in)
    resumeAt ??= descriptor.start_at
    if (descriptor.advert && !$state.get().hasStarted) preroll.begin(descriptor.advert)
    else loadTitle(descriptor)
  }

  function loadTitle(descriptor: PlaybackDescriptor) {
    trackState.reset()
    dispatch({ type: 'loading', phase: 'title' })
    const startAt = descriptor.kind === 'live' ? descriptor.start_at || null : (resumeAt ?? 0)
    const { manifest_url: url, drm, expires_in: expiresIn } = descriptor
    engine?.load({ url, startAt, drm, expiresIn })
    void play()
    // The preload script may have started playback before these listeners existed.
    const isPlaying = !video.paused && video.readyState > video.HAVE_CURRENT_DATA
    if (!isPlaying) return
    dispatch({ type: 'playing' })
    onPlaying()
  }

  async function play() {
    try {
      await video.play()
    } catch (error) {
      if (error instanceof DOMException && error.name === 'NotAllowedError') {
        preroll.cancelTimeout()
        dispatch({ type: 'blocked' })
      }
    }
  }

  function onPlaying() {
    if (isAdvert()) return preroll.started()
    video.playbackRate = $state.get().isLive ? 1 : preferences().rate
  }

  function retry() {
    $descriptor.set(null)
    return restart()
  }

  async function restart() {
    resumeAt = playbackPosition()
    dispatch({ type: 'loading', phase: 'title' })
    engine?.destroy()
    engine = null
    await open().catch(error => fail(toPlaybackFailure(error)))
  }

  function listen() {
    const { signal } = destroyed
    forwardMediaEvents(video, signal, dispatch)
    for (const type of TIMELINE_EVENTS) video.addEventListener(type, updateTimeline, { signal })
    video.addEventListener('playing', onPlaying, { signal })
    video.addEventListener('ended', () => preroll.finish('completed'), { signal })
    window.addEventListener('pagehide', end, { signal })
    window.addEventListener('online', retryWhenOnline, { signal })
    window.addEventListener('pageshow', event => event.persisted && void retry(), { signal })
  }

  function retryWhenOnline() {
    if ($state.get().failure === 'offline') void retry()
  }

  function end() {
    const { bandwidth } = engine?.stats() ?? { bandwidth: 0 }
    if (bandwidth > 0) $preferences.setKey('bandwidth', bandwidth)
    heartbeat.end()
  }

  restoreVolume(video)
  listen()
  open().catch(error => fail(toPlaybackFailure(error)))

  return {
    $state,
    $timeline: timeline.$timeline,
    $tracks: trackState.$tracks,
    $selection: trackState.$selection,
    $cues: trackState.$cues,
    ...trackState.captionDelay,
    $descriptor,
    $failure,
    ...createSettings(video, trackState.$tracks, () => engine),
    play: () => void play(),
    pause: () => video.pause(),
    toggle: () => (video.paused ? void play() : video.pause()),
    seek: time => !isAdvert() && timeline.seek(time),
    playbackPosition,
    goLive() {
      const edge = liveEdge()
      if (edge) video.currentTime = edge
      void play()
    },
    skipAdvert: () => preroll.finish('skipped'),
    clickAdvert: preroll.clicked,
    retry,
    restart,
    endOtherStream: leaseId => session.endOtherLease(leaseId).then(retry),
    stats: () => engine?.stats() ?? null,
    destroy() {
      end()
      destroyed.abort()
      trackState.stop()
      keepAlive.stop()
      preroll.cancelTimeout()
      engine?.destroy()
      engine = null
    },
  }
}
