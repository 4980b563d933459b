/** Reports the playback position every few seconds while playing, and on pause, end and page exit. */
export interface PositionReport {
  /** Seconds. */
  currentTime: number
  hasEnded: boolean
}

interface HeartbeatHost {
  everySeconds: number
  /** Resolves even if the call fails: the sender handles its failures. */
  send(report: PositionReport): Promise<void>
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
  let isSending = false

  async function report() {
    if (isSending) return
    isSending = true
    try {
      await host.send(host.now())
    } finally {
      isSending = false
    }
  }

  function stop() {
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
