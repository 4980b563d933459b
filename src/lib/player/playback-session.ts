/** One viewing in the eyes of the service: opening, reporting the place, renewing the address. */

import { endLease, getPlayback, heartbeat } from '#src/contract/endpoints/player.ts'
import type { Lease, PlaybackDescriptor } from '#src/contract/player.ts'
import type { Api } from '../api/client.ts'
import { type Failure, failureOf } from '../api/failure.ts'
import { type FailureKind, failureOfResult, failureOfStatus } from './failure.ts'

export interface PlaybackTarget {
  contentId: string
  fileId: string
  use: 'play' | 'trailer' | 'preview'
}

/** What stopped a call, with the streams that are in the way where that is the reason. */
export interface PlaybackFailure {
  kind: FailureKind
  message: string | undefined
  leases: Lease[]
}

export interface PlaybackSession {
  /** Rejects with what `playbackFailureOf` reads. */
  open(): Promise<PlaybackDescriptor>
  /** Reports the place; resolves with a newly signed address when the service gives one. */
  beat(currentTime: number, hasEnded: boolean): Promise<{ url: string; expiresIn: number } | null>
  /** The last report of a page that goes away. */
  leave(currentTime: number): void
  /** Ends another stream of this account. */
  endOtherLease(leaseId: string): Promise<void>
  /** A newly signed address for what plays now. */
  refresh(currentTime: number): Promise<{ url: string; expiresIn: number }>
}

export function createPlaybackSession(
  api: Api,
  target: PlaybackTarget,
  first: PlaybackDescriptor | null,
): PlaybackSession {
  const params = { a: target.contentId, b: target.fileId, c: target.use }
  const place = { id: target.contentId, fileId: target.fileId }
  let leaseId = first?.lease_id ?? null
  let beating = new AbortController()
  let hasLeft = false

  async function open() {
    hasLeft = false
    const playback = await api(getPlayback, { params })
    leaseId = playback.lease_id
    if (hasLeft) giveBack()
    return playback
  }

  /** Whoever left while it was being opened has no use for its place. */
  function giveBack() {
    if (leaseId === null) return
    api(endLease, { params: { id: leaseId } }, { keepalive: true }).catch(() => {})
  }

  async function beat(currentTime: number, hasEnded: boolean) {
    if (leaseId === null) return null
    const body = { current_time: currentTime, lease_id: leaseId, ended: hasEnded }
    beating = new AbortController()
    const reply = await api(heartbeat, { params: place, body }, { signal: beating.signal })
    leaseId = reply.lease_id ?? leaseId
    if (!reply.manifest_url) return null
    return { url: reply.manifest_url, expiresIn: reply.expires_in ?? 60 }
  }

  return {
    open,
    beat,
    leave(currentTime) {
      hasLeft = true
      if (leaseId === null) return
      // A report that came after the last one would be refused, or take the place again.
      beating.abort()
      const body = { current_time: currentTime, lease_id: leaseId, ended: true }
      api(heartbeat, { params: place, body }, { keepalive: true }).catch(() => {})
    },
    async endOtherLease(id) {
      await api(endLease, { params: { id } })
    },
    async refresh(currentTime) {
      const renewed = await beat(currentTime, false)
      if (renewed) return renewed
      const playback = await open()
      return { url: playback.manifest_url, expiresIn: playback.expires_in }
    },
  }
}

export function playbackFailureOf(error: unknown): PlaybackFailure {
  const failure = failureOf(error)
  if (failure.kind !== 'api_error') {
    return { kind: navigator.onLine ? 'unavailable' : 'offline', message: undefined, leases: [] }
  }
  return {
    kind: failureOfResult(failure.result) ?? failureOfStatus(failure.status, true),
    message: failure.message,
    leases: leasesOf(failure),
  }
}

function leasesOf({ data }: Extract<Failure, { kind: 'api_error' }>): Lease[] {
  const leases = (data as { leases?: Lease[] } | null)?.leases
  return Array.isArray(leases) ? leases : []
}
