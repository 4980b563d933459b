/**
 * Receivers (AirPlay, Chromecast) play on the lease of the page that sent them a link: they take no slot of their own,
 * and stop when the lease ends. Their requests renew the lease, because a locked phone sends no heartbeats. Native
 * players play in the same way on the lease of their app, which renews it by heartbeats itself.
 */
import { and, eq, isNull, lte, or } from 'drizzle-orm'
import { PLAYBACK } from '#src/contract/limits.ts'
import { findAccess } from '../../accounts/access/access.ts'
import type { ReceiverRequest, Receivers } from '../../platform/adapters/media/receiver-reply.ts'
import { signStream } from '../../platform/adapters/media/stream-token.ts'
import { videoFiles } from '../../platform/db/schema/catalogue.ts'
import { playbackLeases as leases } from '../../platform/db/schema/player.ts'
import type { Deps, Viewer } from '../../platform/deps.ts'
import { limitKey } from '../../platform/http/address.ts'
import { isKeyedHash, keyedHash } from '../../platform/keys.ts'
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

/**
 * Signs the URL of a stream for a native player, which opens it without cookie or header. A player keeps the URL for the whole
 * playback, so its signature is valid for hours, but it works only while heartbeats renew the lease: `expiresAt` is the lease's end.
 * @param origin of the site, since native players need absolute URLs
 */
export function signNativeUrl(
  { key, now }: Pick<Deps, 'key' | 'now'>,
  { stream, leaseId, origin }: { stream: string; leaseId: string; origin: string },
): SignedStream {
  const seconds = Math.floor(now().getTime() / 1_000)
  const expiresAt = seconds + PLAYBACK.receiverSeconds
  const token = signStream(key('media'), {
    stream,
    bearer: null,
    leaseId,
    isNative: true,
    expiresAt,
  })
  const base = `${origin}/media/s/${token}/${stream}`
  return signedStream(base, seconds, seconds + PLAYBACK.leaseSeconds)
}

/**
 * Lets a native player continue from the address of its app, after the device has changed its network.
 * @param receiver the keyed hash of the address that plays the lease
 */
export async function moveToAddress(
  deps: Deps,
  { leaseId, receiver }: { leaseId: string; receiver: string | null },
  address: string,
): Promise<void> {
  if (!receiver) return
  if (isKeyedHash(deps.keys(PURPOSE), holderAt(leaseId, address), receiver)) return
  await deps.db
    .update(leases)
    .set({ receiver: null, receiverAt: null })
    .where(and(eq(leases.id, leaseId), eq(leases.receiver, receiver)))
}

function holderAt(leaseId: string, address: string): string {
  return `${leaseId}\n${limitKey(address)}`
}

type ViewerOf = (sessionId: string) => Promise<Viewer | null>

/** Creates the receivers. @param viewerOf returns null once a session has ended */
export function createReceivers(deps: Deps, viewerOf: ViewerOf): Receivers {
  return {
    admits: request => admits(deps, viewerOf, request),
    mediaServerUrl({ stream, file }, description) {
      const url = signStreamUrl(deps, stream, description ?? {}, null, false).url(file)
      return url.startsWith('/') ? null : url
    },
  }
}

/** A playlist request plays nothing: phones read one before the TV does, sometimes from another network. */
async function admits(deps: Deps, viewerOf: ViewerOf, request: ReceiverRequest): Promise<boolean> {
  const now = deps.now()
  const lease = await find(deps, request)
  const { isNative, address } = request
  const pause = isNative ? PLAYBACK.linkGraceSeconds : PLAYBACK.receiverPauseSeconds
  if (!lease || secondsSince(lease.expiresAt, now) >= pause) return false
  const isPlaylist = request.file.endsWith('.m3u8')
  const who = holderAt(lease.id, address)
  const isSame = lease.receiver !== null && isKeyedHash(deps.keys(PURPOSE), who, lease.receiver)
  const isQuiet = secondsSince(lease.receiverAt, now) >= PLAYBACK.receiverQuietSeconds
  if (!isPlaylist && lease.receiver !== null && !isSame && !isQuiet) return false
  const receiver = isPlaylist ? undefined : keyedHash(deps.key(PURPOSE), who)
  // Each heartbeat of the app decides about access.
  if (isNative) return receiver === undefined || occupy(deps, lease, { receiver })
  const checkedAt = isPlaylist ? lease.heartbeatAt : lease.receiverAt
  const isFresh = secondsSince(checkedAt, now) < PLAYBACK.receiverCheckSeconds
  if (isFresh && lease.expiresAt > now && (isPlaylist || isSame)) return true
  const viewer = await viewerOf(lease.sessionId)
  const access = viewer?.profile && (await findAccess(deps, [lease.contentId], { viewer, address }))
  if (!access || access.get(lease.contentId)?.play !== null) {
    await deps.db.delete(leases).where(eq(leases.id, lease.id))
    return false
  }
  const expiresAt = new Date(now.getTime() + PLAYBACK.leaseSeconds * 1_000)
  return occupy(deps, lease, { receiver, renewal: { heartbeatAt: now, expiresAt } })
}

type Lease = typeof leases.$inferSelect

/** Returns the lease if the stream belongs to its title. */
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

type Occupation = {
  /** Hash of the address that requested a segment; unset for a playlist. */
  receiver: string | undefined
  renewal?: Pick<Lease, 'heartbeatAt' | 'expiresAt'>
}

/** Notes the address that plays, and renews the lease. Returns false if another address was faster. */
async function occupy(deps: Deps, lease: Lease, { receiver, renewal }: Occupation) {
  const now = deps.now()
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
    .set({ ...renewal, ...(receiver && { receiver, receiverAt: now }) })
    .where(and(eq(leases.id, lease.id), isFree))
    .returning({ id: leases.id })
  return rows.length > 0
}

function secondsSince(moment: Date | null, now: Date): number {
  return moment === null ? Number.POSITIVE_INFINITY : (now.getTime() - moment.getTime()) / 1_000
}
