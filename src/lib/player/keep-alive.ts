/** What a running stream owes the service: the place every few seconds, and a newly signed address in time. */
import { createHeartbeat } from './heartbeat.ts'
import {
  type PlaybackFailure,
  type PlaybackSession,
  playbackFailureOf,
} from './playback-session.ts'
import { renewalDelay } from './signed-url.ts'

export interface RenewedUrl {
  url: string
  /** Seconds. */
  expiresIn: number
}

export interface KeepAliveHost {
  session: PlaybackSession
  everySeconds: number
  /** Seconds of the title. */
  place(): number
  onRenewed(url: string): void
  onRefused(refused: PlaybackFailure): void
}

export function createKeepAlive({ session, everySeconds, place, ...host }: KeepAliveHost) {
  let renewal: number | undefined

  const heart = createHeartbeat({
    everySeconds,
    now: () => ({ currentTime: place(), hasEnded: false }),
    send: ({ currentTime, hasEnded }) => session.beat(currentTime, hasEnded).then(take, failed),
    sendLast: ({ currentTime }) => session.leave(currentTime),
    setInterval: (action, milliseconds) => window.setInterval(action, milliseconds),
    clearInterval: id => window.clearInterval(id),
  })

  function take(renewed: RenewedUrl | null) {
    if (!renewed) return
    host.onRenewed(renewed.url)
    schedule(renewed.expiresIn)
  }

  function schedule(expiresIn: number) {
    window.clearTimeout(renewal)
    renewal = window.setTimeout(
      () => void session.refresh(place()).then(take, failed),
      renewalDelay(expiresIn),
    )
  }

  /** A lost network is no reason to stop what is loaded; a refusal is. */
  function failed(error: unknown) {
    const refused = playbackFailureOf(error)
    if (!['offline', 'unavailable', 'unknown'].includes(refused.kind)) host.onRefused(refused)
  }

  return {
    heart,
    schedule,
    /** Rejects where the service refuses. */
    refresh: async () => take(await session.refresh(place())),
    stop() {
      window.clearTimeout(renewal)
      heart.stop()
    },
  }
}
