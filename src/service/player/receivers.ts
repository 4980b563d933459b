/**
 * Receivers (AirPlay, Chromecast) play on the lease of the page that sent them a link: they take no slot of their own, and what
 * ends the lease ends them. Their requests renew it, since a phone that is locked sends no heartbeats.
 */
import { and, eq, isNull, lte, or } from 'drizzle-orm'
import { PLAYBACK } from '#src/contract/limits.ts'
import { accessTo } from '../access/access.ts'
import type { ReceiverRequest, Receivers } from '../adapters/media/receiver-reply.ts'
import { signStream } from '../adapters/media/stream-token.ts'
import { videoFiles } from '../db/schema/catalogue.ts'
import { playbackLeases as leases } from '../db/schema/player.ts'
import type { Deps, Viewer } from '../deps.ts'
import { limitKey } from '../http/address.ts'
import { isKeyedHash, keyedHash } from '../keys.ts'
import { type SignedStream, signedStream, signStreamUrl } from './playback-descriptor.ts'

const PURPOSE = 'receiver'

export function signReceiverUrl(
  { key, now }: Pick<Deps, 'key' | 'now'>,
  { stream, leaseId }: { stream: string; leaseId: string },
): SignedStream {
  const seconds = Math.floor(now().getTime() / 1_000)
  const expiresAt = seconds + PLAYBACK.receiverSeconds
  const token = signStream(key('media'), { stream, bearer: null, leaseId, expiresAt })
  return signedStream(`/media/s/${token}/${stream}`, seconds, expiresAt)
}

type ViewerOf = (sessionId: string) => Promise<Viewer | null>

/** @param viewerOf null once a session is over */
export function createReceivers(deps: Deps, viewerOf: ViewerOf): Receivers {
  return {
    admits: request => admits(deps, viewerOf, request),
    mediaServerUrl({ stream, file }, description) {
      const url = signStreamUrl(deps, stream, description ?? {}, null).url(file)
      return url.startsWith('/') ? null : url
    },
  }
}

/** A playlist plays nothing: phones read one before the television does, sometimes from another network. */
async function admits(deps: Deps, viewerOf: ViewerOf, request: ReceiverRequest): Promise<boolean> {
  const now = deps.now()
  const lease = await find(deps, request)
  if (!lease || secondsSince(lease.expiresAt, now) >= PLAYBACK.receiverPauseSeconds) return false
  const isPlaylist = request.file.endsWith('.m3u8')
  const who = `${lease.id}\n${limitKey(request.address)}`
  const isSame = lease.receiver !== null && isKeyedHash(deps.keys(PURPOSE), who, lease.receiver)
  const isQuiet = secondsSince(lease.receiverAt, now) >= PLAYBACK.receiverQuietSeconds
  if (!isPlaylist && lease.receiver !== null && !isSame && !isQuiet) return false
  const checkedAt = isPlaylist ? lease.heartbeatAt : lease.receiverAt
  const isFresh = secondsSince(checkedAt, now) < PLAYBACK.receiverCheckSeconds
  if (isFresh && lease.expiresAt > now && (isPlaylist || isSame)) return true
  const viewer = await viewerOf(lease.sessionId)
  const { address } = request
  const access = viewer?.profile && (await accessTo(deps, [lease.contentId], { viewer, address }))
  if (!access || access.get(lease.contentId)?.play !== null) {
    await deps.db.delete(leases).where(eq(leases.id, lease.id))
    return false
  }
  return renew(deps, lease, isPlaylist ? {} : { receiver: keyedHash(deps.key(PURPOSE), who) })
}

type Lease = typeof leases.$inferSelect

/** If the stream is one of the title that the lease is for. */
async function find(deps: Deps, { leaseId, stream }: ReceiverRequest): Promise<Lease | undefined> {
  const [row] = await deps.db
    .select({ lease: leases })
    .from(leases)
    .innerJoin(
      videoFiles,
      and(
        eq(videoFiles.contentId, leases.contentId),
        eq(videoFiles.stream, stream),
        eq(videoFiles.kind, 'primary'),
      ),
    )
    .where(eq(leases.id, leaseId))
    .limit(1)
  return row?.lease
}

/** False where another address was quicker. @param receiver of a segment */
async function renew(deps: Deps, lease: Lease, { receiver }: { receiver?: string }) {
  const now = deps.now()
  const expiresAt = new Date(now.getTime() + PLAYBACK.leaseSeconds * 1_000)
  const quietSince = new Date(now.getTime() - PLAYBACK.receiverQuietSeconds * 1_000)
  const { receiver: before } = lease
  const isFree =
    receiver === undefined
      ? undefined
      : or(
          before === null ? isNull(leases.receiver) : eq(leases.receiver, before),
          eq(leases.receiver, receiver),
          lte(leases.receiverAt, quietSince),
        )
  const rows = await deps.db
    .update(leases)
    .set({ heartbeatAt: now, expiresAt, ...(receiver && { receiver, receiverAt: now }) })
    .where(and(eq(leases.id, lease.id), isFree))
    .returning({ id: leases.id })
  return rows.length > 0
}

function secondsSince(moment: Date | null, now: Date): number {
  return moment === null ? Number.POSITIVE_INFINITY : (now.getTime() - moment.getTime()) / 1_000
}
