/** Keeps a stream running: sends heartbeats and renews the signed URL before it expires. */
import { isTransientFailure } from './failure.ts'
import { createHeartbeat } from './heartbeat.ts'
import {
  type PlaybackFailure,
  type PlaybackSession,
  type RenewedUrl,
  toPlaybackFailure,
} from './playback-session.ts'
import { renewalDelay } from './signed-url.ts'

interface KeepAliveHost {
  session: PlaybackSession
  everySeconds: number
  /** Seconds of the title. */
  playbackPosition(): number
  onRenewed(renewed: RenewedUrl): void
  /** The service no longer permits this stream. */
  onRejected(failure: PlaybackFailure): void
}

export function createKeepAlive({
  session,
  everySeconds,
  playbackPosition,
  onRenewed,
  onRejected,
}: KeepAliveHost) {
  let renewal: number | undefined

  const heartbeat = createHeartbeat({
    everySeconds,
    now: () => ({ currentTime: playbackPosition(), hasEnded: false }),
    send: ({ currentTime, hasEnded }) =>
      session.sendHeartbeat(currentTime, hasEnded).then(
        renewed => {
          apply(renewed)
          return true
        },
        (error: unknown) => {
          onError(error)
          return false
        },
      ),
    sendLast: ({ currentTime }) => session.end(currentTime),
    setInterval: (action, milliseconds) => window.setInterval(action, milliseconds),
    clearInterval: id => window.clearInterval(id),
  })

  function apply(renewed: RenewedUrl | null) {
    if (!renewed) return
    onRenewed(renewed)
    scheduleRenewal(renewed.expiresIn)
  }

  function scheduleRenewal(expiresIn: number) {
    window.clearTimeout(renewal)
    renewal = window.setTimeout(
      () => void session.renewUrl(playbackPosition()).then(apply, onError),
      renewalDelay(expiresIn),
    )
  }

  /** A lost network does not stop buffered playback; a rejection by the service does. */
  function onError(error: unknown) {
    const failure = toPlaybackFailure(error)
    if (!isTransientFailure(failure.kind)) onRejected(failure)
  }

  return {
    heartbeat,
    /** @param expiresIn seconds until the current URL expires */
    scheduleRenewal,
    /** Rejects if there is no new URL, after the reason of the service was reported. */
    async renewUrl() {
      const renewed = await session.renewUrl(playbackPosition()).catch(error => {
        onError(error)
        throw error
      })
      apply(renewed)
    },
    stop() {
      window.clearTimeout(renewal)
      heartbeat.stop()
    },
  }
}
