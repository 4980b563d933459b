/** The interface of a player: stores to read and methods to call. `createPlayer` creates one. */
import type { ReadableAtom } from 'nanostores'
import type { PlaybackDescriptor } from '#src/contract/player.ts'
import type { Cue } from './cues.ts'
import type { EngineStats, Selection, Tracks } from './engine.ts'
import type { PlaybackFailure, PlaybackSession } from './playback-session.ts'
import type { PlayerState } from './player-state.ts'
import type { PlayerSettings } from './settings.ts'
import type { Timeline } from './timeline.ts'

export interface Player extends PlayerSettings {
  $state: ReadableAtom<PlayerState>
  $timeline: ReadableAtom<Timeline>
  $tracks: ReadableAtom<Tracks>
  $selection: ReadableAtom<Selection>
  /** The caption cues to show now. */
  $cues: ReadableAtom<Cue[]>
  /** Delay of captions against the stream in seconds; negative values show them earlier. Applies to this title only. */
  $captionDelay: ReadableAtom<number>
  setCaptionDelay(seconds: number): void
  $descriptor: ReadableAtom<PlaybackDescriptor | null>
  $failure: ReadableAtom<PlaybackFailure | null>
  play(): void
  pause(): void
  toggle(): void
  seek(time: number): void
  /** Seconds of the title, also during an advert, before the start and after a failure. */
  playbackPosition(): number
  goLive(): void
  skipAdvert(): void
  clickAdvert(): void
  /** Opens a new session and resumes at the current position. */
  retry(): Promise<void>
  /** Resumes at the current position with a new engine, in the same session. */
  restart(): Promise<void>
  /** Ends another stream of the account, then retries. */
  endOtherStream(leaseId: string): Promise<void>
  stats(): EngineStats | null
  destroy(): void
}

export interface PlayerOptions {
  video: HTMLVideoElement
  session: PlaybackSession
  /** Descriptor that the page has already loaded; null makes the player request it. */
  descriptor: PlaybackDescriptor | null
  /** Start position in seconds; overrides the saved position. */
  startAt: number | null
  language: string
  isTvDevice: boolean
  heartbeatSeconds: number
  /** Calls a tracking URL of an advert. */
  report(url: string): void
}
