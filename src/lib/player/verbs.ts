/** What a player shows and what can be asked of it; player.ts makes one. */
import type { ReadableAtom } from 'nanostores'
import type { Playback as Offer } from '#src/contract/player.ts'
import type { Choices } from './choices.ts'
import type { Cue } from './cues.ts'
import type { EngineStats, Selection, Tracks } from './engine.ts'
import type { Position } from './media-events.ts'
import type { Playback } from './playback.ts'
import type { Refused, Watch } from './watch.ts'

export interface Player extends Choices {
  $playback: ReadableAtom<Playback>
  $position: ReadableAtom<Position>
  $tracks: ReadableAtom<Tracks>
  $selection: ReadableAtom<Selection>
  /** The captions that stand now. */
  $cues: ReadableAtom<Cue[]>
  $offer: ReadableAtom<Offer | null>
  $refused: ReadableAtom<Refused | null>
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
  takeOver(leaseId: string): Promise<void>
  stats(): EngineStats | null
  destroy(): void
}

export interface PlayerOptions {
  video: HTMLVideoElement
  watch: Watch
  /** What the page already asked for; null lets the player ask. */
  offer: Offer | null
  /** Seconds; comes before the saved place. */
  startAt: number | null
  language: string
  isTv: boolean
  heartbeatSeconds: number
  report(url: string): void
}
