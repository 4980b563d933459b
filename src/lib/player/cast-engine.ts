/**
 * The engine while a Chromecast plays. The media element represents the device: its position, volume and methods are
 * the device's, so that controls, keys and heartbeats work as for local playback.
 */
import type { CastSdk, CastSession } from './cast-sdk.ts'
import type { Engine, EngineHost, Track } from './engine.ts'
import { detectSegmentFormat } from './segment-format.ts'

interface Cast {
  sdk: CastSdk
  session: CastSession
  url: string
  /** The device ended the session. */
  onLost(): void
  /** The device cannot play the title. */
  onFailed(): void
}

const STATE_EVENTS: Record<string, string[]> = {
  PLAYING: ['play', 'playing'],
  PAUSED: ['pause'],
  BUFFERING: ['waiting'],
}
const FIELD_EVENTS: Record<string, string> = {
  currentTime: 'timeupdate',
  duration: 'durationchange',
  volumeLevel: 'volumechange',
  isMuted: 'volumechange',
}

export function createCastEngine(
  host: EngineHost,
  { sdk, session, url, onLost, onFailed }: Cast,
): Engine {
  const { video } = host
  const { RemotePlayer, RemotePlayerController } = sdk.cast.framework
  const { media } = sdk.chrome.cast
  const device = new RemotePlayer()
  const controller = new RemotePlayerController(device)
  const fire = (type: string) => video.dispatchEvent(new Event(type))
  let isDestroyed = false
  let startAt = 0
  let isLoaded = false
  let caption: string | null = null
  let audio: string | null = null

  const standIns: PropertyDescriptorMap = {
    paused: { get: () => !isLoaded || device.isPaused },
    duration: { get: () => device.duration || Number.NaN },
    ended: { get: () => false },
    currentTime: {
      get: () => (isLoaded ? device.currentTime : startAt),
      set(time: number) {
        device.currentTime = time
        controller.seek()
        fire('seeking')
        fire('seeked')
      },
    },
    volume: {
      get: () => device.volumeLevel,
      set(volume: number) {
        device.volumeLevel = volume
        controller.setVolumeLevel()
      },
    },
    muted: {
      get: () => device.isMuted,
      set: (isMuted: boolean) => isMuted !== device.isMuted && controller.muteOrUnmute(),
    },
    play: { value: async () => void (isLoaded && device.isPaused && controller.playOrPause()) },
    pause: { value: () => isLoaded && !device.isPaused && controller.playOrPause() },
  }
  for (const [name, standIn] of Object.entries(standIns))
    Object.defineProperty(video, name, { configurable: true, ...standIn })

  function onChange({ field }: { field: string }) {
    if (field === 'isConnected' && !device.isConnected) return onLost()
    if (!isLoaded) return
    if (field === 'playerState') onState()
    const type = FIELD_EVENTS[field]
    if (type) fire(type)
  }

  function onState() {
    const hasFinished = session.getMediaSession()?.idleReason === 'FINISHED'
    if (device.playerState === 'IDLE' && hasFinished) fire('ended')
    for (const type of STATE_EVENTS[device.playerState ?? ''] ?? []) fire(type)
  }

  async function load() {
    const info = new media.MediaInfo(url, 'application/x-mpegURL')
    const metadata = new media.GenericMediaMetadata()
    metadata.title = document.querySelector('[data-player-heading]')?.textContent?.trim() ?? ''
    metadata.images = video.poster ? [{ url: new URL(video.poster, location.href).href }] : []
    const format = await detectSegmentFormat(url)
    if (isDestroyed) return
    const formats = { hlsSegmentFormat: format, hlsVideoSegmentFormat: format }
    // The device assumes MPEG-TS if no format is given.
    Object.assign(info, { metadata }, format === 'ts' ? {} : formats)
    const request = new media.LoadRequest(info)
    Object.assign(request, { currentTime: startAt, autoplay: true })
    await session.loadMedia(request)
    isLoaded = true
    for (const type of ['durationchange', 'volumechange', 'timeupdate']) fire(type)
    onState()
    emitTracks()
  }

  function tracksOf(kind: string): Track[] {
    const tracks = session.getMediaSession()?.media.tracks ?? []
    return tracks
      .filter(({ type }) => type === kind)
      .map(({ trackId, name = '', language = '' }) => ({ id: String(trackId), name, language }))
  }

  function emitTracks() {
    const tracks = { audio: tracksOf('AUDIO'), captions: tracksOf('TEXT'), qualities: [] }
    host.emit({ type: 'tracks', tracks })
    host.emit({ type: 'live', isLive: false })
    emitSelection()
  }

  function emitSelection() {
    host.emit({ type: 'selection', selection: { audio, caption, quality: null, height: 0 } })
  }

  function selectTracks() {
    const ids = [audio, caption].filter(id => id !== null).map(Number)
    const request = new media.EditTracksInfoRequest(ids)
    session.getMediaSession()?.editTracksInfo(request, emitSelection, emitSelection)
  }

  controller.addEventListener('anyChanged', onChange)

  return {
    load(source) {
      startAt = source.startAt ?? 0
      load().catch(onFailed)
    },
    updateUrl() {},
    selectAudio(id) {
      audio = id
      selectTracks()
    },
    selectCaption(id) {
      caption = id
      selectTracks()
    },
    selectQuality() {},
    setDataSaver() {},
    liveEdge: () => null,
    stats: () => ({
      bandwidth: 0,
      height: 0,
      bitrate: 0,
      bufferedAhead: 0,
      droppedFrames: 0,
      codec: '',
      engine: 'native',
      latency: null,
    }),
    recover() {},
    destroy() {
      isDestroyed = true
      controller.removeEventListener('anyChanged', onChange)
      for (const name of Object.keys(standIns)) Reflect.deleteProperty(video, name)
      fire('volumechange')
    },
  }
}
