import { describe, expect, test } from 'vitest'
import {
  initialPlayerState,
  isAtLiveEdge,
  isBusy,
  type PlayerEvent,
  type PlayerState,
  reducePlayerState,
} from '#src/lib/player/player-state.ts'

function stateAfter(...events: PlayerEvent[]): PlayerState {
  return events.reduce(reducePlayerState, initialPlayerState)
}

describe('the player state', () => {
  test('is busy from loading until playing', () => {
    expect(isBusy(stateAfter({ type: 'loading', phase: 'title' }, { type: 'play' }))).toBe(true)
    expect(isBusy(stateAfter({ type: 'play' }, { type: 'playing' }))).toBe(false)
  })

  test('is waiting when the buffer runs out while playing, not while paused', () => {
    expect(stateAfter({ type: 'playing' }, { type: 'waiting' }).status).toBe('waiting')
    expect(stateAfter({ type: 'playing' }, { type: 'pause' }, { type: 'waiting' }).status).toBe(
      'paused',
    )
  })

  test('needs a gesture and is not busy if autoplay is blocked', () => {
    const state = stateAfter({ type: 'loading', phase: 'title' }, { type: 'blocked' })
    expect(state).toMatchObject({ needsGesture: true, status: 'paused' })
    expect(isBusy(state)).toBe(false)
    expect(stateAfter({ type: 'blocked' }, { type: 'playing' }).needsGesture).toBe(false)
  })

  test('stays ended after the pause event that browsers dispatch with ended', () => {
    expect(stateAfter({ type: 'playing' }, { type: 'ended' }, { type: 'pause' }).status).toBe(
      'ended',
    )
  })

  test('is no longer ended after a seek', () => {
    expect(stateAfter({ type: 'playing' }, { type: 'ended' }, { type: 'seeking' }).status).toBe(
      'paused',
    )
  })

  test('stays failed until the next load, whatever events the element dispatches', () => {
    const failed = stateAfter({ type: 'playing' }, { type: 'failed', failure: 'offline' })
    expect(reducePlayerState(failed, { type: 'pause' })).toBe(failed)
    expect(reducePlayerState(failed, { type: 'volume', volume: 0.3, isMuted: false }).volume).toBe(
      0.3,
    )
    const again = reducePlayerState(failed, { type: 'loading', phase: 'title' })
    expect(again).toMatchObject({ status: 'loading', failure: null })
  })

  test('treats an advert and the title as two phases of one element', () => {
    expect(stateAfter({ type: 'loading', phase: 'advert' }).phase).toBe('advert')
    expect(
      stateAfter({ type: 'loading', phase: 'advert' }, { type: 'loading', phase: 'title' }).phase,
    ).toBe('title')
  })

  test('keeps the same object if an event changes nothing', () => {
    const state = stateAfter({ type: 'live', isLive: true, isAtEdge: true })
    expect(reducePlayerState(state, { type: 'live', isLive: true, isAtEdge: true })).toBe(state)
  })

  test('is not live more than eight seconds behind the edge', () => {
    expect(isAtLiveEdge(92, 100)).toBe(true)
    expect(isAtLiveEdge(91.9, 100)).toBe(false)
    expect(isAtLiveEdge(5, null)).toBe(true)
  })
})
