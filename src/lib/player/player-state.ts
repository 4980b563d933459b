/** The player state, as a reducer over the events of the media element and the engine. */
import type { FailureKind } from './failure.ts'

type PlayerStatus = 'loading' | 'paused' | 'playing' | 'waiting' | 'ended' | 'failed'

export interface PlayerState {
  status: PlayerStatus
  /** Kind of playback: an advert has no seek bar and no captions. */
  phase: 'advert' | 'title'
  hasStarted: boolean
  isSeeking: boolean
  /** The browser blocked autoplay: it needs a user gesture. */
  needsGesture: boolean
  isLive: boolean
  isAtEdge: boolean
  volume: number
  isMuted: boolean
  rate: number
  failure: FailureKind | null
}

export type PlayerEvent =
  | { type: 'loading'; phase: PlayerState['phase'] }
  | { type: 'play' | 'playing' | 'pause' | 'waiting' | 'ended' | 'seeking' | 'seeked' | 'canplay' }
  | { type: 'blocked' }
  | { type: 'volume'; volume: number; isMuted: boolean }
  | { type: 'rate'; rate: number }
  | { type: 'live'; isLive: boolean; isAtEdge: boolean }
  | { type: 'failed'; failure: FailureKind }

export const initialPlayerState: PlayerState = {
  status: 'loading',
  phase: 'title',
  hasStarted: false,
  isSeeking: false,
  needsGesture: false,
  isLive: false,
  isAtEdge: true,
  volume: 1,
  isMuted: false,
  rate: 1,
  failure: null,
}

export function reducePlayerState(state: PlayerState, event: PlayerEvent): PlayerState {
  if (state.status === 'failed' && event.type !== 'loading' && !isSetting(event)) return state
  switch (event.type) {
    case 'loading':
      return { ...state, status: 'loading', phase: event.phase, failure: null, isSeeking: false }
    case 'play':
      return { ...state, status: state.hasStarted ? 'playing' : 'loading', needsGesture: false }
    case 'playing':
      return { ...state, status: 'playing', hasStarted: true, needsGesture: false }
    case 'pause':
      return state.status === 'ended' ? state : { ...state, status: 'paused' }
    case 'waiting':
      return state.status === 'playing' ? { ...state, status: 'waiting' } : state
    case 'canplay':
      return state.status === 'loading' && state.needsGesture
        ? { ...state, status: 'paused' }
        : state
    case 'ended':
      return { ...state, status: 'ended' }
    case 'seeking':
      return resumeFromEnd({ ...state, isSeeking: true })
    case 'seeked':
      return { ...state, isSeeking: false }
    case 'blocked':
      return { ...state, status: 'paused', needsGesture: true }
    case 'failed':
      return { ...state, status: 'failed', failure: event.failure, isSeeking: false }
    default:
      return reduceSetting(state, event)
  }
}

function isSetting(event: PlayerEvent) {
  return event.type === 'volume' || event.type === 'rate' || event.type === 'live'
}

function resumeFromEnd(state: PlayerState): PlayerState {
  return state.status === 'ended' ? { ...state, status: 'paused' } : state
}

function reduceSetting(
  state: PlayerState,
  event: Extract<PlayerEvent, { type: 'volume' | 'rate' | 'live' }>,
): PlayerState {
  if (event.type === 'volume') return { ...state, volume: event.volume, isMuted: event.isMuted }
  if (event.type === 'rate') return { ...state, rate: event.rate }
  const isSame = state.isLive === event.isLive && state.isAtEdge === event.isAtEdge
  return isSame ? state : { ...state, isLive: event.isLive, isAtEdge: event.isAtEdge }
}

/** True while playback is wanted but stalled: the spinner shows. */
export function isBusy({ status, isSeeking, needsGesture }: PlayerState): boolean {
  if (needsGesture) return false
  return status === 'loading' || status === 'waiting' || (isSeeking && status === 'playing')
}

/** A position at most this far behind the live edge counts as live. */
const EDGE_TOLERANCE_SECONDS = 8

export function isAtLiveEdge(time: number, edge: number | null): boolean {
  return edge === null || edge - time <= EDGE_TOLERANCE_SECONDS
}
