/** What a player shows and what can be asked of it; player.ts makes one. */
import type { ReadableAtom } from 'nanostores'
import type { PlaybackDescriptor } from '#src/contract/player.ts'
import type { Cue } from './cues.ts'
import type { EngineStats, Selection, Tracks } from './engine.ts'
import type { PlaybackFailure, PlaybackSession } from './playback-session.ts'
import type { PlayerState } from './player-state.ts'
import type { PlayerSettings } from './settings.ts'
import type { Position } from './timeline.ts'

export interface Player extends PlayerSettings {
  $state: ReadableAtom<PlayerState>
  $timeline: ReadableAtom<Position>
  $tracks: ReadableAtom<Tracks>
  $selection: ReadableAtom<Selection>
  /** The captions that stand now. */
  $cues: ReadableAtom<Cue[]>
  $descriptor: ReadableAtom<PlaybackDescriptor | null>
  $failure: ReadableAtom<PlaybackFailure | null>
  play(): void
  pause(): void
  /** Seconds of the title where it goes on, also before it has begun and after a failure. */
  place(): number
  toggle(): void
  seek(time: number): void
  goLive(): void
  skipAdvert(): void
  clickAdvert(): void
  /** Opens and plays again from the second at which it broke off. */
  retry(): Promise<void>
  /** Ends another stream of the account, then tries again. */
  endOtherStream(leaseId: string): Promise<void>
  stats(): EngineStats | null
  destroy(): void
}

export interface PlayerOptions {
  video: HTMLVideoElement
  session: PlaybackSession
  /** What the page already asked for; null lets the player ask. */
  descriptor: PlaybackDescriptor | null
  /** Seconds; comes before the saved place. */
  startAt: number | null
  language: string
  isTv: boolean
  heartbeatSeconds: number
  report(url: string): void
}
