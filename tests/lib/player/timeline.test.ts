import { expect, test } from 'vitest'
import { timelineShare } from '#src/lib/player/timeline.ts'

test('a time is a share of the timeline, also of a window that starts later, and never beyond its ends', () => {
  const timeline = { start: 10, end: 60, time: 0, bufferedEnd: 0 }
  expect([10, 35, 60, 0, 99].map(time => timelineShare(timeline, time))).toEqual([
    '0%',
    '50%',
    '100%',
    '0%',
    '100%',
  ])
  expect(timelineShare({ ...timeline, end: 10 }, 10)).toBe('0%')
})
