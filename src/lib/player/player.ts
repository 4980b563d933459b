/**
 * The player without its looks: the media element, the engine and the service behind stores and verbs.
 * Runs in a browser alone; React and the page only read the stores and call the verbs.
 */
import { atom } from 'nanostores'
import type { Playback as Offer } from '#src/contract/player.ts'
import { ADVERT_PATIENCE_MS, createAdvertReport } from './adverts.ts'
import { createChoices, recallVolume } from './choices.ts'
import { createCueClock } from './cue-clock.ts'
import type { Engine, EngineEvent, Selection, Tracks } from './engine.ts'
import type { FailureKind } from './failure.ts'
import { createHeartbeat } from './heartbeat.ts'
import { createHlsEngine } from './hls-engine.ts'
import { listenToMedia, nowhere, type Position, positionOf } from './media-events.ts'
import { canPlayNatively, createNativeEngine } from './native-engine.ts'
import {
  initialPlayback,
  isAtLiveEdge,
  type Playback,
  type PlaybackEvent,
  reducePlayback,
} from './playback.ts'
import { $preferences, preferences } from './preferences.store.ts'
import { renewalDelay } from './token.ts'
import { preferredAudio, preferredCaption } from './tracks.ts'
import type { Player, PlayerOptions } from './verbs.ts'
import { type Refused, refusedBy } from './watch.ts'

const noTracks: Tracks = { audio: [], captions: [], qualities: [] }
const nothing: Selection = { audio: null, caption: null, quality: null, height: 0 }

export function createPlayer(options: PlayerOptions): Player {
  const { video, watch } = options
  const $playback = atom<Playback>(initialPlayback)
  const $position = atom<Position>(nowhere)
  const $tracks = atom<Tracks>(noTracks)
  const $selection = atom<Selection>(nothing)
  const $offer = atom<Offer | null>(options.offer)
  const $refused = atom<Refused | null>(null)

  const gone = new AbortController()
  const captions = createCueClock(video, () => $selection.get().caption)
  let engine: Engine | null = null
  let timers: { renewal?: number | undefined; advert?: number | undefined } = {}
  let resumeAt: number | null = null
  let chosen = { audio: false, caption: false }
  let advert = createAdvertReport({}, options.report)

  const heart = createHeartbeat({
    everySeconds: options.heartbeatSeconds,
    now: () => ({ currentTime: place(), hasEnded: false }),
    send: async ({ currentTime, hasEnded }) => {
      try {
        take(await watch.beat(currentTime, hasEnded))
      } catch (error) {
        heartbeatFailed(error)
      }
    },
    sendLast: ({ currentTime }) => watch.leave(currentTime),
    setInterval: (action, milliseconds) => window.setInterval(action, milliseconds),
    clearInterval: id => window.clearInterval(id),
  })

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
    if ($playback.get().stage === 'advert') return resumeAt ?? 0
    return Math.max(0, video.currentTime || resumeAt || 0)
  }

  function take(renewed: { url: string; expiresIn: number } | null) {
    if (!renewed) return
    const offer = $offer.get()
    if (offer) $offer.set({ ...offer, manifest_url: renewed.url })
    if ($playback.get().stage === 'title') engine?.renew(renewed.url)
    scheduleRenewal(renewed.expiresIn)
  }

  function scheduleRenewal(expiresIn: number) {
    window.clearTimeout(timers.renewal)
    timers.renewal = window.setTimeout(
      () => void watch.refresh(place()).then(take, heartbeatFailed),
      renewalDelay(expiresIn),
    )
  }

  /** A lost network is no reason to stop what is loaded; a refusal is. */
  function heartbeatFailed(error: unknown) {
    const refused = refusedBy(error)
    if (refused.kind === 'offline' || refused.kind === 'unavailable' || refused.kind === 'unknown')
      return
    stop(refused)
  }

  function stop(refused: Refused) {
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
      refresh: async () => take(await watch.refresh(place())),
    }
    const made =
      (await createHlsEngine(host)) ?? (canPlayNatively(video) ? createNativeEngine(host) : null)
    if (gone.signal.aborted) made?.destroy()
    return made
  }

  function onEngine(event: EngineEvent) {
    if (event.type === 'tracks') return onTracks(event.tracks)
    if (event.type === 'selection') return onSelection(event.selection)
    if (event.type === 'cues') return captions.add(event.captionId, event.cues)
    if (event.type === 'live') {
      const isAtEdge = isAtLiveEdge(video.currentTime, engine?.liveEdge() ?? null)
      return dispatch({ type: 'live', isLive: event.isLive, isAtEdge })
    }
    if ($playback.get().stage === 'advert') return endAdvert('failed')
    fail(event.kind)
  }

  function onTracks(tracks: Tracks) {
    $tracks.set(tracks)
    const { audio, caption } = preferences()
    if (!chosen.audio && tracks.audio.length > 0) {
      chosen.audio = true
      const wanted = preferredAudio(tracks.audio, audio, options.language)
      if (wanted) engine?.selectAudio(wanted.id)
    }
    if (!chosen.caption && tracks.captions.length > 0) {
      chosen.caption = true
      const heard = preferredAudio(tracks.audio, audio, options.language) ?? tracks.audio[0]
      const audioLanguage = heard?.language ?? ''
      const wanted = preferredCaption(tracks.captions, {
        remembered: caption,
        audioLanguage,
        page: options.language,
      })
      engine?.selectCaption(wanted?.id ?? null)
    }
  }

  function onSelection(selection: Selection) {
    $selection.set(selection)
    captions.show()
  }

  function onTime() {
    const edge = engine?.liveEdge() ?? null
    $position.set(positionOf(video, edge))
    const { isLive, stage } = $playback.get()
    if (isLive) dispatch({ type: 'live', isLive, isAtEdge: isAtLiveEdge(video.currentTime, edge) })
    if (stage === 'advert') advert.at(video.currentTime, video.duration)
    captions.show()
  }

  async function open() {
    const offer = $offer.get() ?? (await watch.open())
    $offer.set(offer)
    $refused.set(null)
    engine ??= await makeEngine()
    if (gone.signal.aborted) return
    if (!engine) return fail('unsupported')
    scheduleRenewal(offer.expires_in)
    resumeAt ??= options.startAt ?? offer.start_at
    if (offer.advert && !$playback.get().hasStarted) playAdvert(offer.advert)
    else loadTitle(offer)
  }

  function playAdvert({ manifest_url, events }: NonNullable<Offer['advert']>) {
    dispatch({ type: 'loading', stage: 'advert' })
    advert = createAdvertReport(events, options.report)
    engine?.load({ url: manifest_url, startAt: 0, drm: null })
    timers.advert = window.setTimeout(() => endAdvert('failed'), ADVERT_PATIENCE_MS)
    void attemptPlay()
  }

  function endAdvert(how: 'completed' | 'skipped' | 'failed') {
    const offer = $offer.get()
    if ($playback.get().stage !== 'advert' || !offer) return
    window.clearTimeout(timers.advert)
    advert[how]()
    loadTitle(offer)
  }

  function loadTitle(offer: Offer) {
    chosen = { audio: false, caption: false }
    captions.clear()
    dispatch({ type: 'loading', stage: 'title' })
    const startAt = offer.kind === 'live' ? null : (resumeAt ?? 0)
    engine?.load({ url: offer.manifest_url, startAt, drm: offer.drm })
    void attemptPlay()
    joinRunning()
  }

  /** The page's first script may have it playing already, with nobody to hear the event. */
  function joinRunning() {
    if (video.paused || video.readyState <= video.HAVE_CURRENT_DATA) return
    dispatch({ type: 'playing' })
    onPlaying()
  }

  async function attemptPlay() {
    try {
      await video.play()
    } catch (error) {
      if (error instanceof DOMException && error.name === 'NotAllowedError') {
        window.clearTimeout(timers.advert)
        dispatch({ type: 'blocked' })
      }
    }
  }

  function onPlaying() {
    if ($playback.get().stage === 'advert') {
      window.clearTimeout(timers.advert)
      advert.started()
      return
    }
    video.playbackRate = $playback.get().isLive ? 1 : preferences().rate
  }

  async function retry() {
    const after = resumeAt ?? place()
    $offer.set(null)
    dispatch({ type: 'loading', stage: 'title' })
    engine?.destroy()
    engine = null
    resumeAt = after
    await open().catch(error => stop(refusedBy(error)))
  }

  function seek(time: number) {
    const { start, end } = positionOf(video, engine?.liveEdge() ?? null)
    if ($playback.get().stage === 'advert' || !(end > start)) return
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
    on('ended', () => endAdvert('completed'))
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
    $tracks,
    $selection,
    $cues: captions.$cues,
    $offer,
    $refused,
    play: () => void attemptPlay(),
    pause: () => video.pause(),
    toggle: () => (video.paused ? void attemptPlay() : video.pause()),
    seek,
    ...createChoices(video, $tracks, () => engine),
    goLive() {
      const edge = engine?.liveEdge()
      if (edge) video.currentTime = edge
      void attemptPlay()
    },
    skipAdvert: () => endAdvert('skipped'),
    clickAdvert: () => advert.clicked(),
    retry,
    async takeOver(leaseId) {
      await watch.endStream(leaseId)
      await retry()
    },
    stats: () => engine?.stats() ?? null,
    destroy() {
      leave()
      gone.abort()
      captions.stop()
      for (const timer of Object.values(timers)) window.clearTimeout(timer)
      timers = {}
      engine?.destroy()
      engine = null
    },
  }
}
