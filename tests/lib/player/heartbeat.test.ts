import { describe, expect, test } from 'vitest'
import { createHeartbeat, type PositionReport } from '#src/lib/player/heartbeat.ts'

/** A heartbeat on a clock of its own: `play` lets seconds pass, and timers fire in their order. */
function aHeartbeat(answer: () => Promise<boolean> = async () => true) {
  const sent: PositionReport[] = []
  const last: PositionReport[] = []
  const timers = new Map<number, { action: () => void; every: number; due: number }>()
  let time = 0
  let ids = 0
  const heartbeat = createHeartbeat({
    everySeconds: 30,
    now: () => ({ currentTime: time, hasEnded: false }),
    send: async beat => {
      sent.push(beat)
      return answer()
    },
    sendLast: beat => last.push(beat),
    setInterval: (action, milliseconds) => {
      const every = milliseconds / 1_000
      ids++
      timers.set(ids, { action, every, due: time + every })
      return ids
    },
    clearInterval: id => timers.delete(id),
  })
  const flush = () => new Promise<void>(resolve => setImmediate(resolve))
  const play = async (seconds: number) => {
    for (const end = time + seconds; time < end; ) {
      time++
      for (const timer of [...timers.values()].filter(({ due }) => due === time)) {
        timer.due += timer.every
        timer.action()
      }
      await flush()
    }
  }
  return { heartbeat, sent, last, timers, play, flush, times: () => sent.map(it => it.currentTime) }
}

describe('the heartbeat', () => {
  test('reports at the start and every half minute', async () => {
    const { heartbeat, play, times } = aHeartbeat()
    heartbeat.start()
    await play(70)
    expect(times()).toEqual([0, 30, 60])
  })

  test('that failed is sent again ten seconds later, until it is answered', async () => {
    const answers = [true, false, false, true]
    const { heartbeat, play, times } = aHeartbeat(async () => answers.shift() ?? true)
    heartbeat.start()
    await play(100)
    expect(times()).toEqual([0, 30, 40, 50, 60, 90])
  })

  test('that failed is not sent again after the end', async () => {
    const { heartbeat, play, times, timers } = aHeartbeat(async () => false)
    heartbeat.start()
    await play(5)
    heartbeat.end()
    await play(60)
    expect([times(), timers.size]).toEqual([[0], 0])
  })

  test('reports the position at once on a pause and stops its timer', async () => {
    const { heartbeat, sent, timers, flush } = aHeartbeat()
    heartbeat.start()
    await flush()
    heartbeat.pause()
    await flush()
    expect(sent).toHaveLength(2)
    expect(timers.size).toBe(0)
  })

  test('sends no second report before the first is answered', async () => {
    const answers: ((isAnswered: boolean) => void)[] = []
    const { heartbeat, sent, play } = aHeartbeat(
      () => new Promise(resolve => answers.push(resolve)),
    )
    heartbeat.start()
    await play(60)
    expect(sent).toHaveLength(1)
    answers[0]?.(true)
    await play(30)
    expect(sent).toHaveLength(2)
  })

  test('reports the last position when the page is closed, and ends the stream', async () => {
    const { heartbeat, last, timers, play } = aHeartbeat()
    heartbeat.start()
    await play(7)
    heartbeat.end()
    expect(last).toEqual([{ currentTime: 7, hasEnded: true }])
    expect(timers.size).toBe(0)
  })
})
