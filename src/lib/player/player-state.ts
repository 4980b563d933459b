/** What the player is doing, as a reducer over the events of the media element and of the engine. */
import type { FailureKind } from './failure.ts'

export type Status = 'loading' | 'paused' | 'playing' | 'waiting' | 'ended' | 'failed'

export interface PlayerState {
  status: Status
  /** What is on screen: an advert has no seek bar and no captions. */
  stage: 'advert' | 'title'
  hasStarted: boolean
  isSeeking: boolean
  /** The browser wants a gesture before it plays with sound. */
  needsGesture: boolean
  isLive: boolean
  isAtEdge: boolean
  volume: number
  isMuted: boolean
  rate: number
  failure: FailureKind | null
}

export type PlayerEvent =
  | { type: 'loading'; stage: PlayerState['stage'] }
  | { type: 'play' | 'playing' | 'pause' | 'waiting' | 'ended' | 'seeking' | 'seeked' | 'canplay' }
  | { type: 'blocked' }
  | { type: 'volume'; volume: number; isMuted: boolean }
  | { type: 'rate'; rate: number }
  | { type: 'live'; isLive: boolean; isAtEdge: boolean }
  | { type: 'failed'; failure: FailureKind }

export const initialPlayerState: PlayerState = {
  status: 'loading',
  stage: 'title',
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
      return { ...state, status: 'loading', stage: event.stage, failure: null, isSeeking: false }
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
      return leaveEnd({ ...state, isSeeking: true })
    case 'seeked':
      return { ...state, isSeeking: false }
    case 'blocked':
      return { ...state, status: 'paused', needsGesture: true }
    case 'failed':
      return { ...state, status: 'failed', failure: event.failure, isSeeking: false }
    default:
      return setting(state, event)
  }
}

function isSetting(event: PlayerEvent) {
  return event.type === 'volume' || event.type === 'rate' || event.type === 'live'
}

function leaveEnd(state: PlayerState): PlayerState {
  return state.status === 'ended' ? { ...state, status: 'paused' } : state
}

function setting(
  state: PlayerState,
  event: Extract<PlayerEvent, { type: 'volume' | 'rate' | 'live' }>,
): PlayerState {
  if (event.type === 'volume') return { ...state, volume: event.volume, isMuted: event.isMuted }
  if (event.type === 'rate') return { ...state, rate: event.rate }
  const isSame = state.isLive === event.isLive && state.isAtEdge === event.isAtEdge
  return isSame ? state : { ...state, isLive: event.isLive, isAtEdge: event.isAtEdge }
}

/** A spinner is due: nothing moves though the viewer wants it to. */
export function isBusy({ status, isSeeking, needsGesture }: PlayerState): boolean {
  if (needsGesture) return false
  return status === 'loading' || status === 'waiting' || (isSeeking && status === 'playing')
}

/** Behind the edge by more than this many seconds counts as watching later. */
export const EDGE_SLACK_SECONDS = 8

export function isAtLiveEdge(time: number, edge: number | null): boolean {
  return edge === null || edge - time <= EDGE_SLACK_SECONDS
}
