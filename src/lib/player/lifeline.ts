/** What a running stream owes the service: the place every few seconds, and a newly signed address in time. */
import { createHeartbeat } from './heartbeat.ts'
import { renewalDelay } from './token.ts'
import { type Refused, refusedBy, type Watch } from './watch.ts'

export interface Renewed {
  url: string
  /** Seconds. */
  expiresIn: number
}

export interface LifelineHost {
  watch: Watch
  everySeconds: number
  /** Seconds of the title. */
  place(): number
  onRenewed(url: string): void
  onRefused(refused: Refused): void
}

export function createLifeline({ watch, everySeconds, place, ...host }: LifelineHost) {
  let renewal: number | undefined

  const heart = createHeartbeat({
    everySeconds,
    now: () => ({ currentTime: place(), hasEnded: false }),
    send: ({ currentTime, hasEnded }) => watch.beat(currentTime, hasEnded).then(take, failed),
    sendLast: ({ currentTime }) => watch.leave(currentTime),
    setInterval: (action, milliseconds) => window.setInterval(action, milliseconds),
    clearInterval: id => window.clearInterval(id),
  })

  function take(renewed: Renewed | null) {
    if (!renewed) return
    host.onRenewed(renewed.url)
    schedule(renewed.expiresIn)
  }

  function schedule(expiresIn: number) {
    window.clearTimeout(renewal)
    renewal = window.setTimeout(
      () => void watch.refresh(place()).then(take, failed),
      renewalDelay(expiresIn),
    )
  }

  /** A lost network is no reason to stop what is loaded; a refusal is. */
  function failed(error: unknown) {
    const refused = refusedBy(error)
    if (!['offline', 'unavailable', 'unknown'].includes(refused.kind)) host.onRefused(refused)
  }

  return {
    heart,
    schedule,
    /** Rejects where the service refuses. */
    refresh: async () => take(await watch.refresh(place())),
    stop() {
      window.clearTimeout(renewal)
      heart.stop()
    },
  }
}
