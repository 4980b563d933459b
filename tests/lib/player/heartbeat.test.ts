import { describe, expect, test } from 'vitest'
import { createHeartbeat, type PositionReport } from '#src/lib/player/heartbeat.ts'

function aHeart(answer: () => Promise<void> = async () => {}) {
  const sent: PositionReport[] = []
  const last: PositionReport[] = []
  const clock: { tick: (() => void) | null; every: number } = { tick: null, every: 0 }
  let time = 0
  const heart = createHeartbeat({
    everySeconds: 10,
    now: () => ({ currentTime: time, hasEnded: false }),
    send: async beat => {
      sent.push(beat)
      await answer()
    },
    sendLast: beat => last.push(beat),
    setInterval: (action, milliseconds) => {
      clock.tick = action
      clock.every = milliseconds
      return 1
    },
    clearInterval: () => {
      clock.tick = null
    },
  })
  const settle = () => new Promise<void>(resolve => setImmediate(resolve))
  const play = async (seconds: number) => {
    time += seconds
    clock.tick?.()
    await settle()
  }
  return { heart, sent, last, clock, play, settle }
}

describe('heartbeat', () => {
  test('reports at the start and every ten seconds', async () => {
    const { heart, sent, clock, play, settle } = aHeart()
    heart.start()
    await settle()
    await play(10)
    await play(10)
    expect(clock.every).toBe(10_000)
    expect(sent.map(it => it.currentTime)).toEqual([0, 10, 20])
  })

  test('a pause reports the place at once and stops the clock', async () => {
    const { heart, sent, clock, settle } = aHeart()
    heart.start()
    await settle()
    heart.pause()
    await settle()
    expect(sent).toHaveLength(2)
    expect(clock.tick).toBeNull()
  })

  test('a slow service gets no second report before it has answered', async () => {
    const answers: (() => void)[] = []
    const { heart, sent, play } = aHeart(() => new Promise(resolve => answers.push(resolve)))
    heart.start()
    await play(10)
    await play(10)
    expect(sent).toHaveLength(1)
    answers[0]?.()
    await play(0)
    await play(10)
    expect(sent).toHaveLength(2)
  })

  test('leaving the page reports the last second and ends the stream', async () => {
    const { heart, last, clock, play } = aHeart()
    heart.start()
    await play(7)
    heart.leave()
    expect(last).toEqual([{ currentTime: 7, hasEnded: true }])
    expect(clock.tick).toBeNull()
  })
})
