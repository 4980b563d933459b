/** Channels, and the nodes that record them. */
import { and, asc, eq, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../platform/db/open.ts'
import { contents } from '../../platform/db/schema/contents.ts'
import { liveChannels } from '../../platform/db/schema/live.ts'
import { newId } from '../../platform/ids.ts'
import type { Source } from './check-source.ts'
import type { Encoder } from './encoder.ts'

export type Channel = typeof liveChannels.$inferSelect

/** Duration of a recorder's lease after its last renewal. */
const LEASE_SECONDS = 10
export const LEASE_RENEW_MS = 3_000

/** Folder of the streams in the media store: `live/<channel>`. */
export const LIVE_FOLDER = 'live'
export const LIVE_MANIFEST = 'master.m3u8'

export function liveStreamKey(channelId: string): string {
  return `${LIVE_FOLDER}/${channelId}`
}

/** Returns the channel of a stream; null if the stream is not one of our channels. */
export function parseChannelId(stream: string): string | null {
  const [folder, id, ...rest] = stream.split('/')
  return folder === LIVE_FOLDER && id && rest.length === 0 ? id : null
}

export async function findChannelById(db: Queryable, id: string): Promise<Channel | null> {
  const [row] = await db.select().from(liveChannels).where(eq(liveChannels.id, id))
  return row ?? null
}

export async function findChannelOfTitle(
  db: Queryable,
  contentId: string,
): Promise<Channel | null> {
  const [row] = await db.select().from(liveChannels).where(eq(liveChannels.contentId, contentId))
  return row ?? null
}

/**
 * Finds a channel, including those of removed titles.
 * @param name external_id or short_id of its title, or its own id
 */
export async function findChannel(db: Queryable, name: string): Promise<Channel | null> {
  const { externalId, shortId } = contents
  const [row] = await db
    .select({ channel: liveChannels })
    .from(liveChannels)
    .innerJoin(contents, eq(contents.id, liveChannels.contentId))
    .where(or(eq(externalId, name), eq(shortId, name), eq(liveChannels.id, name)))
  return row?.channel ?? null
}

/** Returns all channels with their titles, the oldest first. */
export function listChannels(db: Queryable) {
  return db
    .select({ channel: liveChannels, content: contents })
    .from(liveChannels)
    .innerJoin(contents, eq(contents.id, liveChannels.contentId))
    .orderBy(asc(liveChannels.createdAt), asc(liveChannels.id))
}

type NewChannel = Encoder & Pick<Source, 'manifest' | 'renditions' | 'targetSeconds'>

/** Adds a channel. An existing one gets the new encoder and keeps its recordings. */
export async function saveChannel(
  db: Queryable,
  contentId: string,
  { url, isPrivate, manifest, renditions, targetSeconds }: NewChannel,
): Promise<Channel> {
  const said = { url, isPrivate, manifest, renditions, targetSeconds, failure: null }
  const [row] = await db
    .insert(liveChannels)
    .values({ id: newId(), contentId, ...said })
    .onConflictDoUpdate({
      target: liveChannels.contentId,
      // Ends the lease, so that the recorder reads the row again.
      set: { ...said, leaseUntil: null, updatedAt: sql`now()` },
    })
    .returning()
  if (!row) throw new Error('a channel was not saved')
  return row
}

export async function removeChannel(db: Queryable, id: string): Promise<void> {
  await db.delete(liveChannels).where(eq(liveChannels.id, id))
}

export async function hasChannels(db: Queryable): Promise<boolean> {
  return (await db.select({ id: liveChannels.id }).from(liveChannels).limit(1)).length > 0
}

/** Takes the channels without a recorder. @returns them, each with a new lease */
export async function takeChannels(db: Queryable, recorder: string): Promise<Channel[]> {
  return db
    .update(liveChannels)
    .set({
      recorderId: recorder,
      leaseNumber: sql`${liveChannels.leaseNumber} + 1`,
      leaseUntil: leaseEnd,
    })
    .where(sql`${liveChannels.leaseUntil} is null or ${liveChannels.leaseUntil} < now()`)
    .returning()
}

const leaseEnd = sql`now() + ${sql.raw(`interval '${LEASE_SECONDS} seconds'`)}`

/** Fields by which a recorder identifies its lease. */
export type Lease = Pick<Channel, 'id' | 'leaseNumber'> & { recorder: string }

/**
 * Condition that the lease is still held. A recorder that was paused for longer than its lease writes nothing, because
 * another node has the lease or the encoder has changed.
 */
export function isLeaseHeld({ id, leaseNumber, recorder }: Lease): SQL | undefined {
  return and(
    eq(liveChannels.id, id),
    eq(liveChannels.recorderId, recorder),
    eq(liveChannels.leaseNumber, leaseNumber),
    isNotNull(liveChannels.leaseUntil),
  )
}

/** Extends the lease and returns the row; null if this recorder no longer holds it. */
export async function renewChannelLease(db: Queryable, lease: Lease): Promise<Channel | null> {
  const [row] = await db
    .update(liveChannels)
    .set({ leaseUntil: leaseEnd })
    .where(isLeaseHeld(lease))
    .returning()
  return row ?? null
}

/** Releases the channels of a node that stops, so that another node can take them at once. */
export async function releaseChannels(db: Queryable, recorder: string): Promise<void> {
  await db
    .update(liveChannels)
    .set({ leaseUntil: null })
    .where(eq(liveChannels.recorderId, recorder))
}

export async function saveFailure(db: Queryable, lease: Lease, failure: string | null) {
  await db
    .update(liveChannels)
    .set({ failure })
    .where(and(isLeaseHeld(lease), sql`${liveChannels.failure} is distinct from ${failure}`))
}

/** @returns true if they were written */
export async function saveRenditions(
  db: Queryable,
  lease: Lease,
  { manifest, renditions }: Pick<Channel, 'manifest' | 'renditions'>,
): Promise<boolean> {
  const saved = await db
    .update(liveChannels)
    .set({ manifest, renditions })
    .where(isLeaseHeld(lease))
    .returning({ id: liveChannels.id })
  return saved.length > 0
}
