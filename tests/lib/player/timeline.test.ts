import { expect, test } from 'vitest'
import { createTimeline, timelineShare } from '#src/lib/player/timeline.ts'

test('a time is a share of the timeline, also in a window that starts later, and never beyond its ends', () => {
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

test('a video that reports a seek at once is sought once', () => {
  const times: number[] = []
  const video = { duration: 100, buffered: { length: 0 } }
  const timeline = createTimeline(video as unknown as HTMLVideoElement, () => null)
  Object.defineProperty(video, 'currentTime', {
    get: () => times.at(-1) ?? 0,
    set: (time: number) => {
      times.push(time)
      timeline.update()
    },
  })
  timeline.seek(30)
  expect(times).toEqual([30])
})

test('a seek before the duration is known happens as soon as it is, the last one alone, and within the film', () => {
  const video = { currentTime: 0, duration: Number.NaN, buffered: { length: 0 } }
  const timeline = createTimeline(video as unknown as HTMLVideoElement, () => null)
  timeline.seek(30)
  timeline.seek(5_000)
  expect(video.currentTime).toBe(0)
  video.duration = 100
  timeline.update()
  expect(video.currentTime).toBe(99.95)
  expect(timeline.$timeline.get()).toMatchObject({ end: 100, time: 99.95 })
  video.currentTime = 10
  timeline.update()
  expect(video.currentTime).toBe(10)
})
