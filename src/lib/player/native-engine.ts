/**
 * The engine over the browser's native HLS, for phones without Media Source Extensions. The browser
 * chooses the quality. Its text tracks are hidden: our overlay draws their cues.
 */
import type { Cue } from './cues.ts'
import type { Engine, EngineHost, Selection, Source, Track } from './engine.ts'
import { bufferedAhead } from './timeline.ts'

const MIME = 'application/vnd.apple.mpegurl'

/** Only Safari has `audioTracks`. */
interface AudioTrackLike {
  id: string
  language: string
  label: string
  enabled: boolean
}
type WithAudioTracks = HTMLVideoElement & { audioTracks?: ArrayLike<AudioTrackLike> & EventTarget }

export function canPlayNatively(video: HTMLVideoElement): boolean {
  return video.canPlayType(MIME) !== ''
}

export function createNativeEngine(host: EngineHost): Engine {
  const video: WithAudioTracks = host.video
  const destroyed = new AbortController()
  let caption: string | null = null
  let url = ''
  /** Since it last played. */
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
    }))
    const captions = captionTracks().map((it, index) => ({
      id: String(index),
      language: it.language,
      name: it.label,
    }))
    host.emit({ type: 'tracks', tracks: { audio, captions, qualities: [] } })
    host.emit({ type: 'live', isLive: video.duration === Number.POSITIVE_INFINITY })
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

  /** The browser keeps the token of the first URL, so that the first error may be its expiry. */
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

  function recover() {
    load({ url, startAt: video.currentTime, drm: null })
  }

  function load(source: Source) {
    url = source.url
    video.src = source.url
    const startAt = source.startAt
    if (startAt !== null && startAt > 0) {
      const seek = () => {
        video.currentTime = startAt
      }
      video.addEventListener('loadedmetadata', seek, { once: true, signal: destroyed.signal })
    }
  }

  const { signal } = destroyed
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

  return {
    load,
    updateUrl(renewed) {
      url = renewed
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
    liveEdge: () => {
      if (video.duration !== Number.POSITIVE_INFINITY || video.seekable.length === 0) return null
      return video.seekable.end(video.seekable.length - 1)
    },
    stats: () => ({
      bandwidth: 0,
      height: video.videoHeight,
      bitrate: 0,
      bufferedAhead: bufferedAhead(video),
      droppedFrames: 0,
      latency: null,
    }),
    recover,
    destroy() {
      destroyed.abort()
      video.removeAttribute('src')
      video.load()
    },
  }
}
