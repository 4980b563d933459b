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

describe('playback', () => {
  test('is busy from loading until the first frame moves', () => {
    expect(isBusy(stateAfter({ type: 'loading', stage: 'title' }, { type: 'play' }))).toBe(true)
    expect(isBusy(stateAfter({ type: 'play' }, { type: 'playing' }))).toBe(false)
  })

  test('waits when data runs out while playing, and not while paused', () => {
    expect(stateAfter({ type: 'playing' }, { type: 'waiting' }).status).toBe('waiting')
    expect(stateAfter({ type: 'playing' }, { type: 'pause' }, { type: 'waiting' }).status).toBe(
      'paused',
    )
  })

  test('a browser that wants a gesture shows a button, not a spinner', () => {
    const state = stateAfter({ type: 'loading', stage: 'title' }, { type: 'blocked' })
    expect(state).toMatchObject({ needsGesture: true, status: 'paused' })
    expect(isBusy(state)).toBe(false)
    expect(stateAfter({ type: 'blocked' }, { type: 'playing' }).needsGesture).toBe(false)
  })

  test('the pause that browsers send with the end does not undo the end', () => {
    expect(stateAfter({ type: 'playing' }, { type: 'ended' }, { type: 'pause' }).status).toBe(
      'ended',
    )
  })

  test('seeking back after the end leaves the end', () => {
    expect(stateAfter({ type: 'playing' }, { type: 'ended' }, { type: 'seeking' }).status).toBe(
      'paused',
    )
  })

  test('a failure stays until loading starts again, whatever the element still says', () => {
    const failed = stateAfter({ type: 'playing' }, { type: 'failed', failure: 'offline' })
    expect(reducePlayerState(failed, { type: 'pause' })).toBe(failed)
    expect(reducePlayerState(failed, { type: 'volume', volume: 0.3, isMuted: false }).volume).toBe(
      0.3,
    )
    const again = reducePlayerState(failed, { type: 'loading', stage: 'title' })
    expect(again).toMatchObject({ status: 'loading', failure: null })
  })

  test('an advert and the title are two stages of one element', () => {
    expect(stateAfter({ type: 'loading', stage: 'advert' }).stage).toBe('advert')
    expect(
      stateAfter({ type: 'loading', stage: 'advert' }, { type: 'loading', stage: 'title' }).stage,
    ).toBe('title')
  })

  test('news that change nothing keep the same state', () => {
    const state = stateAfter({ type: 'live', isLive: true, isAtEdge: true })
    expect(reducePlayerState(state, { type: 'live', isLive: true, isAtEdge: true })).toBe(state)
  })

  test('more than eight seconds behind the edge is not live any more', () => {
    expect(isAtLiveEdge(92, 100)).toBe(true)
    expect(isAtLiveEdge(91.9, 100)).toBe(false)
    expect(isAtLiveEdge(5, null)).toBe(true)
  })
})
