import { describe, expect, test } from 'vitest'
import { canSkipIntro, nextEpisodePrompt } from '#src/lib/player/episode-prompts.ts'

const playing = {
  hasNext: true,
  time: 0,
  duration: 1_000,
  creditsAt: 900,
  hasEnded: false,
  autoplay: true,
  isStopped: false,
}

describe('the next episode card', () => {
  test('appears when the credits start and counts down from ten', () => {
    expect(nextEpisodePrompt({ ...playing, time: 899 })).toEqual({ kind: 'none' })
    expect(nextEpisodePrompt({ ...playing, time: 900 })).toEqual({
      kind: 'counting',
      secondsLeft: 10,
    })
    expect(nextEpisodePrompt({ ...playing, time: 907.2 })).toEqual({
      kind: 'counting',
      secondsLeft: 3,
    })
    expect(nextEpisodePrompt({ ...playing, time: 910 })).toEqual({ kind: 'due' })
  })

  test('stays after the countdown is cancelled, also at the end', () => {
    expect(nextEpisodePrompt({ ...playing, time: 950, isStopped: true })).toEqual({
      kind: 'waiting',
    })
    expect(nextEpisodePrompt({ ...playing, time: 1_000, hasEnded: true, isStopped: true })).toEqual(
      {
        kind: 'waiting',
      },
    )
  })

  test('appears without autoplay too, but never starts the episode', () => {
    expect(nextEpisodePrompt({ ...playing, time: 999, hasEnded: true, autoplay: false })).toEqual({
      kind: 'waiting',
    })
  })

  test('appears twenty seconds before the end if the credits are unknown', () => {
    expect(nextEpisodePrompt({ ...playing, creditsAt: null, time: 979 }).kind).toBe('none')
    expect(nextEpisodePrompt({ ...playing, creditsAt: null, time: 980 }).kind).toBe('counting')
  })

  test('does not appear on the last episode', () => {
    expect(nextEpisodePrompt({ ...playing, hasNext: false, time: 999, hasEnded: true })).toEqual({
      kind: 'none',
    })
  })
})

test('the intro can be skipped until half a second before its end', () => {
  const intro = { start: 10, end: 40 }
  expect(canSkipIntro(intro, 9.9)).toBe(false)
  expect(canSkipIntro(intro, 10)).toBe(true)
  expect(canSkipIntro(intro, 39.6)).toBe(false)
  expect(canSkipIntro(null, 12)).toBe(false)
})
