/** Channels, and who records them. */
import { and, asc, eq, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../db/open.ts'
import { contents } from '../db/schema/contents.ts'
import { liveChannels } from '../db/schema/live.ts'
import { newId } from '../ids.ts'
import type { Source } from './check-source.ts'
import type { Encoder } from './encoder.ts'

export type Channel = typeof liveChannels.$inferSelect

/** How long a node records alone after its last sign of life. */
const LEASE_SECONDS = 10
export const LEASE_RENEW_MS = 3_000

/** Keys of the streams in the media store: `live/<channel>`. */
export const LIVE_FOLDER = 'live'
export const MANIFEST = 'master.m3u8'

export function streamOf(channelId: string): string {
  return `${LIVE_FOLDER}/${channelId}`
}

/** null for a stream that is no channel of ours. */
export function channelIdOf(stream: string): string | null {
  const [folder, id, ...rest] = stream.split('/')
  return folder === LIVE_FOLDER && id && rest.length === 0 ? id : null
}

export async function channelById(db: Queryable, id: string): Promise<Channel | null> {
  const [row] = await db.select().from(liveChannels).where(eq(liveChannels.id, id))
  return row ?? null
}

export async function channelOf(db: Queryable, contentId: string): Promise<Channel | null> {
  const [row] = await db.select().from(liveChannels).where(eq(liveChannels.contentId, contentId))
  return row ?? null
}

/** Of a title that was removed too. @param name external_id or id in the address of its title, or its own id */
export async function channelNamed(db: Queryable, name: string): Promise<Channel | null> {
  const { externalId, shortId } = contents
  const [row] = await db
    .select({ channel: liveChannels })
    .from(liveChannels)
    .innerJoin(contents, eq(contents.id, liveChannels.contentId))
    .where(or(eq(externalId, name), eq(shortId, name), eq(liveChannels.id, name)))
  return row?.channel ?? null
}

/** With their titles, oldest first. */
export function allChannels(db: Queryable) {
  return db
    .select({ channel: liveChannels, content: contents })
    .from(liveChannels)
    .innerJoin(contents, eq(contents.id, liveChannels.contentId))
    .orderBy(asc(liveChannels.createdAt), asc(liveChannels.id))
}

export type NewChannel = Encoder & Pick<Source, 'manifest' | 'renditions' | 'targetSeconds'>

/** A channel that exists gets the new encoder; what was recorded stays. */
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
      // Whoever records it reads the row again.
      set: { ...said, leaseUntil: null, updatedAt: sql`now()` },
    })
    .returning()
  if (!row) throw new Error('a channel was not saved')
  return row
}

export async function removeChannel(db: Queryable, id: string): Promise<void> {
  await db.delete(liveChannels).where(eq(liveChannels.id, id))
}

/** Takes the channels that nobody records. @returns them, each with a new lease */
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

/** What a recorder knows its lease by. */
export type Lease = Pick<Channel, 'id' | 'leaseNumber'> & { recorder: string }

/** A recorder that stood still for longer than its lease writes nothing: the lease is another's, or the encoder is another. */
export function heldBy({ id, leaseNumber, recorder }: Lease): SQL | undefined {
  return and(
    eq(liveChannels.id, id),
    eq(liveChannels.recorderId, recorder),
    eq(liveChannels.leaseNumber, leaseNumber),
    isNotNull(liveChannels.leaseUntil),
  )
}

/** The row, where the lease is still this recorder's; it then holds on. */
export async function renewLease(db: Queryable, lease: Lease): Promise<Channel | null> {
  const [row] = await db
    .update(liveChannels)
    .set({ leaseUntil: leaseEnd })
    .where(heldBy(lease))
    .returning()
  return row ?? null
}

/** Of a node that stops: another may take them at once. */
export async function releaseChannels(db: Queryable, recorder: string): Promise<void> {
  await db
    .update(liveChannels)
    .set({ leaseUntil: null })
    .where(eq(liveChannels.recorderId, recorder))
}

export async function noteFailure(db: Queryable, lease: Lease, failure: string | null) {
  await db
    .update(liveChannels)
    .set({ failure })
    .where(and(heldBy(lease), sql`${liveChannels.failure} is distinct from ${failure}`))
}

/** @returns whether they were written */
export async function saveRenditions(
  db: Queryable,
  lease: Lease,
  { manifest, renditions }: Pick<Channel, 'manifest' | 'renditions'>,
): Promise<boolean> {
  const saved = await db
    .update(liveChannels)
    .set({ manifest, renditions })
    .where(heldBy(lease))
    .returning({ id: liveChannels.id })
  return saved.length > 0
}
