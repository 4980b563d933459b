/** The streaming engine as the player uses it; only hls-engine.ts depends on hls.js. */
import type { TrackKind } from '#src/contract/track-kinds.ts'
import type { Cue } from './cues.ts'
import type { FailureKind } from './failure.ts'

export interface Track {
  id: string
  /** BCP 47; empty if the stream names no language. */
  language: string
  name: string
  /** Undefined for the main track of a language. */
  kind?: TrackKind | undefined
}

export interface Quality {
  id: string
  height: number
  /** Bits per second. */
  bitrate: number
}

export interface Tracks {
  audio: Track[]
  captions: Track[]
  qualities: Quality[]
}

export interface Selection {
  audio: string | null
  caption: string | null
  /** Captions that are shown while none are selected: signs and dialogue in other languages. */
  forced?: string | null
  /** Null while the engine adapts the quality to the bandwidth. */
  quality: string | null
  /** Height of the current rendition in pixels; 0 until known. */
  height: number
}

export interface EngineStats {
  /** Bits per second, measured while loading. */
  bandwidth: number
  height: number
  bitrate: number
  /** Seconds. */
  bufferedAhead: number
  droppedFrames: number
  /** Codecs of picture and sound (RFC 6381); empty if unknown. */
  codec: string
  engine: 'hls.js' | 'native'
  /** Seconds behind the live edge; null if the title is not live. */
  latency: number | null
}

export type EngineEvent =
  | { type: 'tracks'; tracks: Tracks }
  | { type: 'selection'; selection: Selection }
  | { type: 'cues'; cues: Cue[]; captionId: string }
  | { type: 'live'; isLive: boolean }
  | { type: 'failed'; kind: FailureKind; detail: string }

export interface Drm {
  [keySystem: string]: { license_url: string; certificate_url?: string | undefined }
}

export interface Source {
  url: string
  /** Start position in seconds; null starts at the live edge. */
  startAt: number | null
  drm: Drm | null
  /** Seconds until the URL expires; undefined if it does not. */
  expiresIn?: number
}

export interface Engine {
  load(source: Source): void
  /** Uses a newly signed manifest URL: later requests carry its token. @param expiresIn seconds */
  updateUrl(url: string, expiresIn: number): void
  selectAudio(id: string): void
  selectCaption(id: string | null): void
  /** Null lets the engine adapt the quality to the bandwidth. */
  selectQuality(id: string | null): void
  /** Has no effect if the browser chooses the quality. */
  setDataSaver(isOn: boolean): void
  /** Seconds on the media timeline; null if the title is not live. */
  liveEdge(): number | null
  stats(): EngineStats
  /** Resumes loading after a failure. */
  recover(): void
  destroy(): void
}

export interface EngineHost {
  video: HTMLVideoElement
  /** Encryption of the site's streams; hls.js with DRM is a separate file. */
  drm: Drm | null
  /** TVs get small buffers. */
  isTvDevice: boolean
  /** Bits per second, measured on an earlier visit. */
  bandwidth: number | null
  isDataSaver: boolean
  emit(event: EngineEvent): void
  /** Called when a URL is rejected. Resolves after `updateUrl` was called, or rejects. */
  renewUrl(): Promise<void>
}
