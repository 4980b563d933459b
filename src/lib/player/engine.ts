/** What a player needs of a streaming engine, so that hls.js can be replaced in one file. */
import type { Cue } from './cues.ts'
import type { FailureKind } from './failure.ts'

export interface Track {
  id: string
  /** BCP 47, empty where the stream does not say. */
  language: string
  name: string
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
  /** null while the engine chooses by itself. */
  quality: string | null
  /** Height in pixels of what is on screen, 0 until known. */
  height: number
}

export interface EngineStats {
  /** Bits per second, as measured while loading. */
  bandwidth: number
  height: number
  bitrate: number
  /** Seconds ready ahead of the playhead. */
  ahead: number
  droppedFrames: number
  /** Seconds behind the live edge; null for what is not live. */
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
  /** Seconds; null starts at the live edge. */
  startAt: number | null
  drm: Drm | null
}

export interface Engine {
  load(source: Source): void
  /** Takes a manifest address signed anew; requests that follow carry its token. */
  renew(url: string): void
  selectAudio(id: string): void
  selectCaption(id: string | null): void
  /** null gives the choice back to the engine. */
  selectQuality(id: string | null): void
  /** Seconds on the media timeline; null for what is not live. */
  liveEdge(): number | null
  stats(): EngineStats
  /** Starts loading again where it broke off. */
  recover(): void
  destroy(): void
}

export interface EngineHost {
  video: HTMLVideoElement
  isTv: boolean
  /** Bits per second that an earlier visit measured. */
  bandwidth: number | null
  emit(event: EngineEvent): void
  /** Asked when the service refuses an address: resolves once `renew` has been called, or rejects. */
  refresh(): Promise<void>
}
