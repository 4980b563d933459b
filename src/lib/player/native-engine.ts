/**
 * The engine based on the browser's native HLS, for phones without Media Source Extensions. The browser chooses the
 * quality. Its text tracks are hidden, because our overlay draws their cues.
 */
import type { TrackKind } from '#src/contract/track-kinds.ts'
import type { Cue } from './cues.ts'
import type { Engine, EngineHost, Selection, Source, Track } from './engine.ts'
import { showLastFrame } from './last-frame.ts'
import { isSameFile } from './signed-url.ts'
import { bufferedAhead } from './timeline.ts'

export const HLS_MIME = 'application/vnd.apple.mpegurl'
/**
 * A stream is reloaded at the latest this long before its link expires, because a requested segment must still arrive.
 */
export const EXPIRY_RELOAD_MS = 20_000
/** When playback starts again or seeks beyond the buffer, a link with less time than this is replaced at once. */
export const EARLY_RENEWAL_MS = 120_000

/** Only Safari has `audioTracks`. */
interface AudioTrackLike {
  id: string
  kind: string
  language: string
  label: string
  enabled: boolean
}
/** Kinds of tracks. Forced captions are a kind of their own, which the browser shows automatically. */
const KINDS: Record<string, TrackKind | undefined> = {
  description: 'description',
  'main-desc': 'description',
  alternative: 'commentary',
  captions: 'sdh',
}
type Link = { url: string; expiresAt: number }
type WithAudioTracks = HTMLVideoElement & { audioTracks?: ArrayLike<AudioTrackLike> & EventTarget }

export function canPlayNatively(video: HTMLVideoElement): boolean {
  return video.canPlayType(HLS_MIME) !== ''
}

export function createNativeEngine(host: EngineHost): Engine {
  const video: WithAudioTracks = host.video
  const destroyed = new AbortController()
  const { signal } = destroyed
  let caption: string | null = null
  let loaded: Link | null = null
  /** Newest link to the loaded stream. */
  let renewed: Link | null = null
  let reloadTimer: number | undefined
  /** True if the link was renewed after playback last ran. */
  let hasRenewed = false

  function captionTracks() {
    return Array.from(video.textTracks).filter(
      it => it.kind === 'subtitles' || it.kind === 'captions',
    )
  }

  function emitTracks() {
    const audio: Track[] = Array.from(video.audioTracks ?? []).map(it => ({
      id: it.id,
      language: it.language,
      name: it.label,
      kind: KINDS[it.kind],
    }))
    const captions = captionTracks().map((it, index) => ({
      id: String(index),
      language: it.language,
      name: it.label,
      kind: KINDS[it.kind],
    }))
    host.emit({ type: 'tracks', tracks: { audio, captions, qualities: [] } })
    host.emit({ type: 'live', isLive: isLive() })
    emitSelection()
  }

  function emitSelection() {
    const enabled = Array.from(video.audioTracks ?? []).find(it => it.enabled)
    const selection: Selection = {
      audio: enabled?.id ?? null,
      caption,
      quality: null,
      height: video.videoHeight,
    }
    host.emit({ type: 'selection', selection })
  }

  function emitCues(track: TextTrack, captionId: string) {
    const cues: Cue[] = Array.from(track.cues ?? []).flatMap(cue =>
      'text' in cue ? [{ start: cue.startTime, end: cue.endTime, text: String(cue.text) }] : [],
    )
    host.emit({ type: 'cues', cues, captionId })
  }

  /** An error may mean that the link has expired, because the page slept or could not renew it in time. */
  function onError() {
    const { code, message = '' } = video.error ?? {}
    const isNetwork = code === MediaError.MEDIA_ERR_NETWORK
    const kind = isNetwork ? (navigator.onLine ? 'unavailable' : 'offline') : 'decode'
    const fail = () => host.emit({ type: 'failed', kind, detail: message })
    const mayBeExpired = isNetwork || code === MediaError.MEDIA_ERR_SRC_NOT_SUPPORTED
    if (!mayBeExpired || hasRenewed || !navigator.onLine) return fail()
    hasRenewed = true
    const { paused } = video
    host.renewUrl().then(() => {
      recover()
      if (!paused) video.play().catch(() => {})
    }, fail)
  }

  /**
   * The browser requests every file with the token of the loaded link, so the stream is reloaded before the link
   * expires.
   */
  function reload() {
    const { paused } = video
    showLastFrame(video, signal)
    recover()
    if (!paused) video.play().catch(() => {})
  }

  /** Reloads the newest link at the same position with the same tracks. */
  function recover() {
    const link = renewed ?? loaded
    if (!link) return
    const audio = Array.from(video.audioTracks ?? []).findIndex(it => it.enabled)
    const selected = caption
    const restore = () => {
      const tracks = Array.from(video.audioTracks ?? [])
      if (tracks[audio])
        for (const [index, track] of tracks.entries()) track.enabled = index === audio
      engine.selectCaption(selected)
    }
    start(link, isLive() ? null : video.currentTime)
    video.addEventListener('loadedmetadata', restore, { once: true, signal })
  }

  /** @param leftMs a link that expires later is kept */
  function reloadIfExpiring(leftMs: number) {
    if (!loaded || !renewed || renewed.expiresAt <= loaded.expiresAt) return
    if (!video.paused && loaded.expiresAt - Date.now() <= leftMs) reload()
  }

  function scheduleReload() {
    window.clearTimeout(reloadTimer)
    if (!loaded || !Number.isFinite(loaded.expiresAt)) return
    const wait = loaded.expiresAt - EXPIRY_RELOAD_MS - Date.now()
    reloadTimer = window.setTimeout(() => reloadIfExpiring(EXPIRY_RELOAD_MS), Math.max(0, wait))
  }

  function load({ url, startAt, expiresIn }: Source) {
    start(linkOf(url, expiresIn), startAt)
  }

  function start(link: Link, startAt: number | null) {
    loaded = link
    renewed = null
    video.src = link.url
    scheduleReload()
    if (startAt === null || startAt <= 0) return
    const seek = () => {
      video.currentTime = startAt
    }
    // Seeks at once as well, because until the metadata has loaded this is the reported position.
    seek()
    video.addEventListener('loadedmetadata', seek, { once: true, signal })
  }

  const isLive = () => video.duration === Number.POSITIVE_INFINITY

  video.addEventListener('loadedmetadata', emitTracks, { signal })
  video.addEventListener('resize', emitSelection, { signal })
  video.textTracks.addEventListener('addtrack', emitTracks, { signal })
  video.audioTracks?.addEventListener('change', emitSelection, { signal })
  video.addEventListener('error', onError, { signal })
  video.addEventListener(
    'playing',
    () => {
      hasRenewed = false
    },
    { signal },
  )

  video.addEventListener('play', () => reloadIfExpiring(EARLY_RENEWAL_MS), { signal })
  const onSeeking = () => bufferedAhead(video) === 0 && reloadIfExpiring(EARLY_RENEWAL_MS)
  video.addEventListener('seeking', onSeeking, { signal })

  const engine: Engine = {
    load,
    updateUrl(url, expiresIn) {
      renewed = linkOf(url, expiresIn)
      if (loaded && !isSameFile(loaded.url, url)) reload()
      else scheduleReload()
    },
    selectAudio(id) {
      for (const track of Array.from(video.audioTracks ?? [])) track.enabled = track.id === id
    },
    selectCaption(id) {
      caption = id
      for (const [index, track] of captionTracks().entries()) {
        const isSelected = String(index) === id
        track.mode = isSelected ? 'hidden' : 'disabled'
        track.oncuechange = isSelected ? () => emitCues(track, String(index)) : null
      }
      emitSelection()
    },
    selectQuality() {},
    setDataSaver() {},
    liveEdge: () => {
      if (!isLive() || video.seekable.length === 0) return null
      return video.seekable.end(video.seekable.length - 1)
    },
    stats: () => ({
      bandwidth: 0,
      height: video.videoHeight,
      bitrate: 0,
      bufferedAhead: bufferedAhead(video),
      droppedFrames: video.getVideoPlaybackQuality?.().droppedVideoFrames ?? 0,
      codec: '',
      engine: 'native',
      latency: null,
    }),
    recover,
    destroy() {
      destroyed.abort()
      window.clearTimeout(reloadTimer)
      video.removeAttribute('src')
      video.load()
    },
  }
  return engine
}

/** @param expiresIn seconds; undefined if the link does not expire */
function linkOf(url: string, expiresIn = Number.POSITIVE_INFINITY): Link {
  return { url, expiresAt: Date.now() + expiresIn * 1_000 }
}
