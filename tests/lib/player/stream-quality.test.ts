import { expect, test } from 'vitest'
import { playerCalls } from '#src/contract/player.ts'
import { countInterruptions } from '#src/lib/player/stream-quality.ts'

function aVideo() {
  let time = 0
  const video = Object.assign(new EventTarget(), { currentTime: 10, seeking: false })
  const quality = countInterruptions(video as unknown as HTMLMediaElement, () => time)
  const on = (type: string, at: number) => {
    time = at * 1_000
    video.dispatchEvent(new Event(type))
  }
  return { video, quality, on }
}

test('an interruption counts once, with its seconds', () => {
  const { quality, on } = aVideo()
  on('waiting', 1)
  on('waiting', 2)
  on('playing', 4)
  expect(quality.take()).toEqual({ rebuffers: 1, rebuffer_seconds: 3 })
  expect(quality.take()).toEqual({})
})

test('an interruption that continues is reported in parts', () => {
  const { quality, on } = aVideo()
  on('waiting', 1)
  on('timeupdate', 3)
  expect(quality.take()).toEqual({ rebuffers: 1, rebuffer_seconds: 2 })
  on('playing', 4)
  expect(quality.take()).toEqual({ rebuffer_seconds: 1 })
})

test('waiting for the start or after a seek does not count', () => {
  const { video, quality, on } = aVideo()
  video.currentTime = 0
  on('waiting', 1)
  video.currentTime = 50
  video.seeking = true
  on('waiting', 2)
  expect(quality.take()).toEqual({})
})

test('a report stays within the limits of the contract', () => {
  const { quality, on } = aVideo()
  for (let second = 0; second < 2_000; second += 2) {
    on('waiting', second)
    on('playing', second + 1)
  }
  for (let times = 0; times < 200; times++) quality.failed()
  const body = { current_time: 1, ...quality.take() }
  expect(body).toMatchObject({ rebuffers: 100, rebuffer_seconds: 600, failures: 100 })
  expect(playerCalls.heartbeat.body.safeParse(body).success).toBe(true)
})

test('the next title in the same element is not counted', () => {
  const { quality, on } = aVideo()
  quality.stop()
  on('waiting', 1)
  on('playing', 4)
  expect(quality.take()).toEqual({})
})
