/** Reports the playback position every half minute while playing, and on pause, end and page exit. */
import { PLAYBACK } from '#src/contract/limits.ts'

export interface PositionReport {
  /** Seconds. */
  currentTime: number
  hasEnded: boolean
}

interface HeartbeatHost {
  everySeconds: number
  /** Resolves to false if the call failed and must be tried again. The sender handles its failures. */
  send(report: PositionReport): Promise<boolean>
  /** Called when the page is left, so its response is not read. */
  sendLast(report: PositionReport): void
  now(): PositionReport
  setInterval(action: () => void, milliseconds: number): number
  clearInterval(id: number): void
}

export interface Heartbeat {
  start(): void
  /** Stops the timer and reports the position once more. */
  pause(): void
  /** Stops the timer and sends the last report. */
  end(): void
  /** Stops the timer without a report. */
  stop(): void
}

export function createHeartbeat(host: HeartbeatHost): Heartbeat {
  let timer: number | null = null
  let retry: number | null = null
  let isSending = false

  async function report() {
    if (isSending) return
    isSending = true
    stopRetry()
    try {
      const isAnswered = await host.send(host.now())
      if (!isAnswered && timer !== null)
        retry = host.setInterval(() => void report(), PLAYBACK.heartbeatRetrySeconds * 1_000)
    } finally {
      isSending = false
    }
  }

  function stopRetry() {
    if (retry !== null) host.clearInterval(retry)
    retry = null
  }

  function stop() {
    stopRetry()
    if (timer !== null) host.clearInterval(timer)
    timer = null
  }

  return {
    start() {
      if (timer !== null) return
      timer = host.setInterval(() => void report(), host.everySeconds * 1_000)
      void report()
    },
    pause() {
      if (timer === null) return
      stop()
      void report()
    },
    end() {
      stop()
      host.sendLast({ ...host.now(), hasEnded: true })
    },
    stop,
  }
}
