import { describe, expect, test } from 'vitest'
import { createHeartbeat, type PositionReport } from '#src/lib/player/heartbeat.ts'

function aHeartbeat(answer: () => Promise<void> = async () => {}) {
  const sent: PositionReport[] = []
  const last: PositionReport[] = []
  const clock: { tick: (() => void) | null; every: number } = { tick: null, every: 0 }
  let time = 0
  const heartbeat = createHeartbeat({
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
  const flush = () => new Promise<void>(resolve => setImmediate(resolve))
  const play = async (seconds: number) => {
    time += seconds
    clock.tick?.()
    await flush()
  }
  return { heartbeat, sent, last, clock, play, flush }
}

describe('the heartbeat', () => {
  test('reports at the start and every ten seconds', async () => {
    const { heartbeat, sent, clock, play, flush } = aHeartbeat()
    heartbeat.start()
    await flush()
    await play(10)
    await play(10)
    expect(clock.every).toBe(10_000)
    expect(sent.map(it => it.currentTime)).toEqual([0, 10, 20])
  })

  test('reports the position at once on a pause and stops its timer', async () => {
    const { heartbeat, sent, clock, flush } = aHeartbeat()
    heartbeat.start()
    await flush()
    heartbeat.pause()
    await flush()
    expect(sent).toHaveLength(2)
    expect(clock.tick).toBeNull()
  })

  test('sends no second report before the first is answered', async () => {
    const answers: (() => void)[] = []
    const { heartbeat, sent, play } = aHeartbeat(
      () => new Promise(resolve => answers.push(resolve)),
    )
    heartbeat.start()
    await play(10)
    await play(10)
    expect(sent).toHaveLength(1)
    answers[0]?.()
    await play(0)
    await play(10)
    expect(sent).toHaveLength(2)
  })

  test('reports the last position when the page is closed, and ends the stream', async () => {
    const { heartbeat, last, clock, play } = aHeartbeat()
    heartbeat.start()
    await play(7)
    heartbeat.end()
    expect(last).toEqual([{ currentTime: 7, hasEnded: true }])
    expect(clock.tick).toBeNull()
  })
})
