import { describe, expect, test } from 'vitest'
import { createAdvertTracker, secondsUntilSkip } from '#src/lib/player/advert-tracking.ts'

const NAMES = [
  'impression',
  'start',
  'firstQuartile',
  'midpoint',
  'thirdQuartile',
  'complete',
  'skip',
]
const events = Object.fromEntries(NAMES.map(name => [name, [`/${name}`]]))

function aTracker() {
  const sent: string[] = []
  return { sent, tracker: createAdvertTracker(events, url => sent.push(url)) }
}

describe('an advert tracks', () => {
  test('impression, start, each quartile and complete, once each and in order', () => {
    const { sent, tracker } = aTracker()
    tracker.started()
    tracker.started()
    for (const time of [1, 2.5, 3, 5, 5.1, 7.5, 9]) tracker.progress(time, 10)
    tracker.completed()
    tracker.completed()
    expect(sent).toEqual([
      '/impression',
      '/start',
      '/firstQuartile',
      '/midpoint',
      '/thirdQuartile',
      '/complete',
    ])
  })

  test('skip instead of complete if the viewer skips it', () => {
    const { sent, tracker } = aTracker()
    tracker.started()
    tracker.progress(3, 10)
    tracker.skipped()
    tracker.completed()
    expect(sent).toEqual(['/impression', '/start', '/firstQuartile', '/skip'])
  })

  test('no quartile before the first frame', () => {
    const { sent, tracker } = aTracker()
    tracker.progress(9, 10)
    tracker.progress(9, Number.NaN)
    expect(sent).toEqual([])
  })
})

test('the seconds until an advert can be skipped are whole numbers down to zero', () => {
  expect(secondsUntilSkip(5, 0)).toBe(5)
  expect(secondsUntilSkip(5, 4.2)).toBe(1)
  expect(secondsUntilSkip(5, 9)).toBe(0)
  expect(secondsUntilSkip(null, 9)).toBeNull()
})
