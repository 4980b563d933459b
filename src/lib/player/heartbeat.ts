/** Reports the place every few seconds while playing, and at once on pause, end and leaving the page. */
export interface PositionReport {
  currentTime: number
  hasEnded: boolean
}

export interface HeartbeatHost {
  everySeconds: number
  /** Resolves whether or not the service took it; failures are the sender's business. */
  send(beat: PositionReport): Promise<void>
  /** For a page that is going away: must not need an answer. */
  sendLast(beat: PositionReport): void
  now(): PositionReport
  setInterval(action: () => void, milliseconds: number): number
  clearInterval(id: number): void
}

export interface Heartbeat {
  start(): void
  /** Stops the clock and reports the place once more. */
  pause(): void
  leave(): void
  stop(): void
}

export function createHeartbeat(host: HeartbeatHost): Heartbeat {
  let timer: number | null = null
  let isSending = false

  async function beat() {
    if (isSending) return
    isSending = true
    try {
      await host.send(host.now())
    } finally {
      isSending = false
    }
  }

  function halt() {
    if (timer !== null) host.clearInterval(timer)
    timer = null
  }

  return {
    start() {
      if (timer !== null) return
      timer = host.setInterval(() => void beat(), host.everySeconds * 1_000)
      void beat()
    },
    pause() {
      if (timer === null) return
      halt()
      void beat()
    },
    leave() {
      halt()
      host.sendLast({ ...host.now(), hasEnded: true })
    },
    stop: halt,
  }
}
