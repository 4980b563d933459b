import { describe, expect, test } from 'vitest'
import {
  initialPlayback,
  isAtLiveEdge,
  isBusy,
  type Playback,
  type PlaybackEvent,
  reducePlayback,
} from '#src/lib/player/playback.ts'

function playbackAfter(...events: PlaybackEvent[]): Playback {
  return events.reduce(reducePlayback, initialPlayback)
}

describe('playback', () => {
  test('is busy from loading until the first frame moves', () => {
    expect(isBusy(playbackAfter({ type: 'loading', stage: 'title' }, { type: 'play' }))).toBe(true)
    expect(isBusy(playbackAfter({ type: 'play' }, { type: 'playing' }))).toBe(false)
  })

  test('waits when data runs out while playing, and not while paused', () => {
    expect(playbackAfter({ type: 'playing' }, { type: 'waiting' }).status).toBe('waiting')
    expect(playbackAfter({ type: 'playing' }, { type: 'pause' }, { type: 'waiting' }).status).toBe(
      'paused',
    )
  })

  test('a browser that wants a gesture shows a button, not a spinner', () => {
    const state = playbackAfter({ type: 'loading', stage: 'title' }, { type: 'blocked' })
    expect(state).toMatchObject({ needsGesture: true, status: 'paused' })
    expect(isBusy(state)).toBe(false)
    expect(playbackAfter({ type: 'blocked' }, { type: 'playing' }).needsGesture).toBe(false)
  })

  test('the pause that browsers send with the end does not undo the end', () => {
    expect(playbackAfter({ type: 'playing' }, { type: 'ended' }, { type: 'pause' }).status).toBe(
      'ended',
    )
  })

  test('seeking back after the end leaves the end', () => {
    expect(playbackAfter({ type: 'playing' }, { type: 'ended' }, { type: 'seeking' }).status).toBe(
      'paused',
    )
  })

  test('a failure stays until loading starts again, whatever the element still says', () => {
    const failed = playbackAfter({ type: 'playing' }, { type: 'failed', failure: 'offline' })
    expect(reducePlayback(failed, { type: 'pause' })).toBe(failed)
    expect(reducePlayback(failed, { type: 'volume', volume: 0.3, isMuted: false }).volume).toBe(0.3)
    const again = reducePlayback(failed, { type: 'loading', stage: 'title' })
    expect(again).toMatchObject({ status: 'loading', failure: null })
  })

  test('an advert and the title are two stages of one element', () => {
    expect(playbackAfter({ type: 'loading', stage: 'advert' }).stage).toBe('advert')
    expect(
      playbackAfter({ type: 'loading', stage: 'advert' }, { type: 'loading', stage: 'title' })
        .stage,
    ).toBe('title')
  })

  test('news that change nothing keep the same state', () => {
    const state = playbackAfter({ type: 'live', isLive: true, isAtEdge: true })
    expect(reducePlayback(state, { type: 'live', isLive: true, isAtEdge: true })).toBe(state)
  })

  test('more than eight seconds behind the edge is not live any more', () => {
    expect(isAtLiveEdge(92, 100)).toBe(true)
    expect(isAtLiveEdge(91.9, 100)).toBe(false)
    expect(isAtLiveEdge(5, null)).toBe(true)
  })
})
