/** One playback in terms of the service: open it, report the position, renew the signed URL, end it. */
import { endLease, getPlayback, heartbeat } from '#src/contract/endpoints/player.ts'
import type { Lease, PlaybackDescriptor } from '#src/contract/player.ts'
import type { Api } from '../api/client.ts'
import { type Failure, isKnownResult, toFailure } from '../api/failure.ts'
import { type FailureKind, playbackFailureForResult, playbackFailureForStatus } from './failure.ts'
import type { StreamQuality } from './stream-quality.ts'

/** File of a title to play, and its use. */
export interface PlaybackTarget {
  contentId: string
  fileId: string
  use: 'play' | 'trailer' | 'preview'
}

/** Reason why playback stopped; for a stream limit, with the leases that use up the limit. */
export interface PlaybackFailure {
  kind: FailureKind
  message: string | undefined
  leases: Lease[]
}

export interface RenewedUrl {
  url: string
  /** Seconds. */
  expiresIn: number
}

/** Calls reject with an error that `toPlaybackFailure` reads. Positions in seconds. */
export interface PlaybackSession {
  open(): Promise<PlaybackDescriptor>
  /** Reports the position. Resolves with a newly signed URL if the service sends one. */
  sendHeartbeat(position: number, hasEnded: boolean): Promise<RenewedUrl | null>
  renewUrl(position: number): Promise<RenewedUrl>
  /** Sends the last report when the page is left, and releases the lease. */
  end(position: number): void
  /** Ends another stream of the same account. */
  endOtherLease(leaseId: string): Promise<void>
}

export function createPlaybackSession(
  api: Api,
  target: PlaybackTarget,
  descriptor: PlaybackDescriptor | null,
  /** Values that are reported together with the position. */
  quality: () => StreamQuality = () => ({}),
): PlaybackSession {
  const params = { id: target.contentId, fileId: target.fileId, use: target.use }
  const heartbeatParams = { id: target.contentId, fileId: target.fileId }
  let leaseId = descriptor?.lease_id ?? null
  let pendingHeartbeat = new AbortController()
  let hasEnded = false

  async function open() {
    hasEnded = false
    const opened = await api(getPlayback, { params })
    leaseId = opened.lease_id
    // The page may have been left while the request was pending.
    if (hasEnded) releaseLease()
    return opened
  }

  function releaseLease() {
    if (leaseId === null) return
    api(endLease, { params: { id: leaseId } }, { keepalive: true }).catch(() => {})
  }

  async function sendHeartbeat(position: number, ended: boolean) {
    if (leaseId === null) return null
    const body = { current_time: position, lease_id: leaseId, ended, ...quality() }
    pendingHeartbeat = new AbortController()
    const { signal } = pendingHeartbeat
    const reply = await api(heartbeat, { params: heartbeatParams, body }, { signal })
    leaseId = reply.lease_id ?? leaseId
    if (!reply.manifest_url) return null
    return { url: reply.manifest_url, expiresIn: reply.expires_in ?? 60 }
  }

  return {
    open,
    sendHeartbeat,
    async renewUrl(position) {
      const renewed = await sendHeartbeat(position, false)
      if (renewed) return renewed
      const opened = await open()
      return { url: opened.manifest_url, expiresIn: opened.expires_in }
    },
    end(position) {
      hasEnded = true
      if (leaseId === null) return
      // A heartbeat that arrived after this call would be rejected or would take the lease again.
      pendingHeartbeat.abort()
      const body = { current_time: position, lease_id: leaseId, ended: true, ...quality() }
      api(heartbeat, { params: heartbeatParams, body }, { keepalive: true }).catch(() => {})
    },
    async endOtherLease(id) {
      await api(endLease, { params: { id } })
    },
  }
}

export function toPlaybackFailure(error: unknown): PlaybackFailure {
  const failure = toFailure(error)
  if (failure.kind !== 'api_error') {
    return { kind: navigator.onLine ? 'unavailable' : 'offline', message: undefined, leases: [] }
  }
  const { result, status } = failure
  return {
    kind: isKnownResult(failure)
      ? (playbackFailureForResult(result) ?? playbackFailureForStatus(status, true))
      : 'unavailable',
    message: failure.message,
    leases: leasesOf(failure),
  }
}

function leasesOf({ data }: Extract<Failure, { kind: 'api_error' }>): Lease[] {
  const leases = (data as { leases?: Lease[] } | null)?.leases
  return Array.isArray(leases) ? leases : []
}
