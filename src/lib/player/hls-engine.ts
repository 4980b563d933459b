/** The engine based on hls.js. Browser only. */
import type HlsPlayer from 'hls.js'
import type { CuesParsedData, ErrorData } from 'hls.js'
import type { Cue } from './cues.ts'
import { limitData } from './data-saver.ts'
import type { Engine, EngineHost, Source } from './engine.ts'
import { type FailureKind, playbackFailureForStatus } from './failure.ts'
import { hlsConfig } from './hls-config.ts'
import { createLevelSwitch } from './hls-quality.ts'
import { emitSelection, hlsTracks, selectHlsCaptions, updateForcedCaptions } from './hls-tracks.ts'
import { hlsUrl } from './hls-url.ts'
import type { PreloadedEngine, PreloadingVideo } from './preload.ts'
import { isSameFile, urlToken, withToken } from './signed-url.ts'
import { bufferedAhead } from './timeline.ts'

type Hls = typeof HlsPlayer

/** Minimum buffer with which a network failure is retried before it is shown. */
const ENOUGH_SECONDS = 2
const RETRY_MS = 2_000

/** Creates the engine, or returns null if the browser has no Media Source Extensions. */
export async function createHlsEngine(host: EngineHost): Promise<Engine | null> {
  const { default: Hls }: typeof import('hls.js') = await import(
    /* @vite-ignore */ hlsUrl(host.drm)
  )
  if (!Hls.isSupported()) return null
  const video: PreloadingVideo = host.video
  const preloaded = (await video.preloadedEngine) ?? null
  video.preloadedEngine = Promise.resolve(null)
  return wrapHls(Hls, host, preloaded)
}

function wrapHls(Hls: Hls, host: EngineHost, preloaded: PreloadedEngine | null): Engine {
  let hls: HlsPlayer | null = null
  let loaded: Source | null = null
  let token: string | null = null
  let attempts = { media: 0, token: 0 }
  let retryTimer: number | undefined
  let { isDataSaver } = host
  let chooseLevel: (level: number) => void = () => {}

  function load(source: Source) {
    hls?.destroy()
    loaded = source
    token = urlToken(source.url)
    attempts = { media: 0, token: 0 }
    const adopted = adopt(source)
    hls = adopted ?? create(source)
    listen(Hls, hls, host, fail)
    chooseLevel = createLevelSwitch(Hls, hls)
    hls.on(Hls.Events.MANIFEST_PARSED, () => hls && limitData(hls, isDataSaver))
    limitData(hls, isDataSaver)
    hls.on(Hls.Events.FRAG_LOADED, () => {
      attempts.token = 0
    })
    if (adopted) return emitCurrent(adopted, host)
    hls.attachMedia(host.video)
    hls.loadSource(source.url)
  }

  /** The title has a new stream: playback resumes at the same position. */
  function replace(source: Source) {
    const { paused, currentTime } = host.video
    load({ ...source, startAt: isLive() ? null : currentTime })
    if (!paused) host.video.play().catch(() => {})
  }

  function create(source: Source) {
    const profile = { ...source, isTvDevice: host.isTvDevice, bandwidth: host.bandwidth }
    return new Hls({
      ...hlsConfig(profile),
      xhrSetup: (xhr, url) => xhr.open('GET', withToken(url, token), true),
    })
  }

  /** Reuses the preload script's instance if it plays this URL and has not failed. */
  function adopt({ url }: Source): HlsPlayer | null {
    const candidate = preloaded
    preloaded = null
    if (!candidate) return null
    if (candidate.url !== url || candidate.hasFailed) {
      candidate.hls.destroy()
      return null
    }
    candidate.rewriteUrl = requested => withToken(requested, token)
    return candidate.hls
  }

  function fail(data: ErrorData) {
    if (!data.fatal || !hls) return
    if (data.type === Hls.ErrorTypes.MEDIA_ERROR && attempts.media < 2) {
      attempts.media += 1
      if (attempts.media === 2) hls.swapAudioCodec()
      hls.recoverMediaError()
      return
    }
    const kind = failureOf(Hls, data)
    if (isNetworkFailure(kind) && bufferedAhead(host.video) > ENOUGH_SECONDS) return retryLater()
    if (kind === 'forbidden' && attempts.token < 1) {
      attempts.token += 1
      void host
        .renewUrl()
        .then(resume, () => host.emit({ type: 'failed', kind, detail: data.details }))
      return
    }
    host.emit({ type: 'failed', kind, detail: data.details })
  }

  function isLive() {
    return hls?.levels[hls.currentLevel]?.details?.live ?? false
  }

  function resume() {
    if (hls?.levels.length === 0 && loaded) hls.loadSource(loaded.url)
    else hls?.startLoad(host.video.currentTime)
  }

  /** Meanwhile the buffer keeps playing; the failure is shown when it runs out. */
  function retryLater() {
    window.clearTimeout(retryTimer)
    retryTimer = window.setTimeout(resume, RETRY_MS)
  }

  return {
    load,
    updateUrl(url) {
      if (loaded && !isSameFile(loaded.url, url)) return replace({ ...loaded, url })
      loaded = loaded && { ...loaded, url }
      token = urlToken(url)
    },
    selectAudio(id) {
      if (hls) hls.audioTrack = Number(id)
    },
    selectCaption(id) {
      if (!hls) return
      selectHlsCaptions(hls, id)
      emitSelection(hls, host)
    },
    selectQuality(id) {
      if (!hls) return
      chooseLevel(id === null ? -1 : Number(id))
      emitSelection(hls, host)
    },
    setDataSaver(isOn) {
      isDataSaver = isOn
      if (hls) limitData(hls, isOn)
    },
    liveEdge: () => (isLive() ? (hls?.liveSyncPosition ?? null) : null),
    stats: () => statsOf(hls, host.video),
    recover() {
      attempts = { media: 0, token: 0 }
      resume()
    },
    destroy() {
      window.clearTimeout(retryTimer)
      preloaded?.hls.destroy()
      preloaded = null
      hls?.destroy()
      hls = null
    },
  }
}

function isNetworkFailure(kind: FailureKind) {
  return kind === 'offline' || kind === 'unavailable'
}

function failureOf(Hls: Hls, { type, details, response, networkDetails }: ErrorData): FailureKind {
  if (type === Hls.ErrorTypes.KEY_SYSTEM_ERROR) return 'drm'
  if (type === Hls.ErrorTypes.MEDIA_ERROR) {
    return details === Hls.ErrorDetails.BUFFER_STALLED_ERROR ? 'stalled' : 'decode'
  }
  if (type !== Hls.ErrorTypes.NETWORK_ERROR) return 'unknown'
  const status = response?.code ?? (networkDetails as { status?: number } | null)?.status ?? 0
  return playbackFailureForStatus(status, navigator.onLine)
}

function listen(Hls: Hls, hls: HlsPlayer, host: EngineHost, fail: (data: ErrorData) => void) {
  const { Events } = Hls
  const tracks = () => host.emit({ type: 'tracks', tracks: hlsTracks(hls) })
  const selection = () => emitSelection(hls, host)
  hls.on(Events.MANIFEST_PARSED, tracks)
  // Levels that the device cannot decode are removed, which changes the indices of the others.
  hls.on(Events.LEVELS_UPDATED, tracks)
  hls.on(Events.AUDIO_TRACKS_UPDATED, tracks)
  hls.on(Events.SUBTITLE_TRACKS_UPDATED, tracks)
  for (const event of [Events.SUBTITLE_TRACKS_UPDATED, Events.AUDIO_TRACK_SWITCHED] as const)
    hls.on(event, () => updateForcedCaptions(hls))
  hls.on(Events.AUDIO_TRACK_SWITCHED, selection)
  hls.on(Events.SUBTITLE_TRACK_SWITCH, selection)
  hls.on(Events.LEVEL_SWITCHED, selection)
  hls.on(Events.LEVEL_LOADED, (_, { details }) => host.emit({ type: 'live', isLive: details.live }))
  hls.on(Events.CUES_PARSED, (_, data) => emitCues(hls, host, data))
  hls.on(Events.ERROR, (_, data) => fail(data))
}

/** A preloaded instance emitted its first events before the listeners were attached. */
function emitCurrent(hls: HlsPlayer, host: EngineHost) {
  if (hls.levels.length === 0) return
  host.emit({ type: 'tracks', tracks: hlsTracks(hls) })
  emitSelection(hls, host)
  const details = hls.levels[hls.loadLevel]?.details
  if (details) host.emit({ type: 'live', isLive: details.live })
}

function emitCues(hls: HlsPlayer, host: EngineHost, { cues, subtitleTrack }: CuesParsedData) {
  const parsed: Cue[] = (cues as VTTCue[]).map(({ startTime, endTime, text }) => ({
    start: startTime,
    end: endTime,
    text,
  }))
  const captionId = String(subtitleTrack?.id ?? hls.subtitleTrack)
  host.emit({ type: 'cues', cues: parsed, captionId })
}

function statsOf(hls: HlsPlayer | null, video: HTMLVideoElement) {
  const level = hls?.levels[hls.currentLevel]
  return {
    bandwidth: Math.round(hls?.bandwidthEstimate ?? 0),
    height: level?.height ?? 0,
    bitrate: level?.bitrate ?? 0,
    bufferedAhead: bufferedAhead(video),
    droppedFrames: video.getVideoPlaybackQuality?.().droppedVideoFrames ?? 0,
    codec: [level?.videoCodec, level?.audioCodec].filter(Boolean).join(', '),
    engine: 'hls.js' as const,
    latency: level?.details?.live ? (hls?.latency ?? null) : null,
  }
}
