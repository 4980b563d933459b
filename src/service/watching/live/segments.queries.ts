/** Recorded segments of a channel. */
import { and, asc, desc, eq, gte, inArray, lt, max, notInArray, or, sql } from 'drizzle-orm'
import type { Queryable } from '../../platform/db/open.ts'
import { liveChannels, liveSegments } from '../../platform/db/schema/live.ts'
import { type Channel, isLeaseHeld, type Lease } from './channels.queries.ts'

export type Segment = typeof liveSegments.$inferSelect
export type RenditionKey = { channelId: string; rendition: string }

const of = ({ channelId, rendition }: RenditionKey) =>
  and(eq(liveSegments.channelId, channelId), eq(liveSegments.rendition, rendition))

export async function newestSegment(db: Queryable, key: RenditionKey): Promise<Segment | null> {
  const [row] = await db
    .select()
    .from(liveSegments)
    .where(of(key))
    .orderBy(desc(liveSegments.sequence))
    .limit(1)
  return row ?? null
}

/**
 * Number of newest segments of a rendition that are always kept, because players treat an empty playlist as an error.
 */
const STAY = 6

/** Returns the segments in order; the last ones if all are older. */
export async function segmentsSince(
  db: Queryable,
  key: RenditionKey,
  since: Date,
): Promise<Segment[]> {
  const rows = await db
    .select()
    .from(liveSegments)
    .where(and(of(key), gte(liveSegments.startsAt, since)))
    .orderBy(asc(liveSegments.sequence))
  if (rows.length > 0) return rows
  const last = await db
    .select()
    .from(liveSegments)
    .where(of(key))
    .orderBy(desc(liveSegments.sequence))
    .limit(STAY)
  return last.reverse()
}

/** Adds a segment if the recorder still holds the lease. @returns true if it was written */
export async function addSegment(
  db: Queryable,
  segment: Segment,
  lease: Omit<Lease, 'id'>,
): Promise<boolean> {
  return db.transaction(async tx => {
    const held = await tx
      .select({ id: liveChannels.id })
      .from(liveChannels)
      .where(isLeaseHeld({ ...lease, id: segment.channelId }))
      .for('share')
    if (held.length === 0) return false
    const added = await tx
      .insert(liveSegments)
      .values(segment)
      .onConflictDoNothing()
      .returning({ sequence: liveSegments.sequence })
    return added.length > 0
  })
}

/**
 * Deletes old segments. Of streams that the encoder no longer has, all are deleted; of the others, the newest are kept.
 * Rows that `live -- publish` locks while it copies their files are deleted later.
 * @returns the files that no row names any more, relative to the folder of the channel
 */
export async function removeSegmentsBefore(
  db: Queryable,
  { id: channelId, renditions }: Pick<Channel, 'id' | 'renditions'>,
  before: Date,
): Promise<string[]> {
  const names = renditions.map(({ name }) => name)
  const last = db
    .select({ rendition: liveSegments.rendition, sequence: max(liveSegments.sequence).as('last') })
    .from(liveSegments)
    .where(eq(liveSegments.channelId, channelId))
    .groupBy(liveSegments.rendition)
    .as('newest')
  const old = await db
    .select({ rendition: liveSegments.rendition, sequence: liveSegments.sequence })
    .from(liveSegments)
    .innerJoin(last, eq(last.rendition, liveSegments.rendition))
    .where(
      and(
        eq(liveSegments.channelId, channelId),
        lt(liveSegments.startsAt, before),
        or(
          notInArray(liveSegments.rendition, names),
          sql`${liveSegments.sequence} <= ${last.sequence} - ${STAY}`,
        ),
      ),
    )
  const files: string[] = []
  for (const [rendition, rows] of Map.groupBy(old, row => row.rendition)) {
    const free = db
      .select({ sequence: liveSegments.sequence })
      .from(liveSegments)
      .where(
        and(
          of({ channelId, rendition }),
          inArray(
            liveSegments.sequence,
            rows.map(({ sequence }) => sequence),
          ),
        ),
      )
      .for('update', { skipLocked: true })
    const removed = await db
      .delete(liveSegments)
      .where(and(of({ channelId, rendition }), inArray(liveSegments.sequence, free)))
      .returning()
    files.push(...removed.filter(({ isMissing }) => !isMissing).map(row => fileKey(row)))
    const inits = new Set(removed.flatMap(({ initFile }) => initFile ?? []))
    const used = await initFilesOf(db, { channelId, rendition })
    files.push(...[...inits].filter(file => !used.has(file)).map(file => `${rendition}/${file}`))
  }
  return files
}

async function initFilesOf(db: Queryable, key: RenditionKey): Promise<Set<string | null>> {
  const rows = await db
    .selectDistinct({ file: liveSegments.initFile })
    .from(liveSegments)
    .where(of(key))
  return new Set(rows.map(({ file }) => file))
}

export function fileKey({ rendition, file }: Pick<Segment, 'rendition' | 'file'>): string {
  return `${rendition}/${file}`
}

type ChannelAge = {
  channelId: string
  newestEnd: Date
  missing: number
  recordedSeconds: number
}

/** Streams that the encoder no longer has remain for a while and must not count. */
const isOfEncoder = sql`jsonb_path_exists(${liveChannels.renditions}, '$[*] ? (@.name == $name)', jsonb_build_object('name', ${liveSegments.rendition}))`

/** Returns, for each channel, the end of its newest segment and the number of missing segments in the window. */
export async function channelAges(db: Queryable): Promise<ChannelAge[]> {
  const ends = db
    .select({
      channelId: liveSegments.channelId,
      end: sql<string>`max(${liveSegments.startsAt} + ${liveSegments.seconds} * interval '1 second')`.as(
        'end',
      ),
      missing: sql<number>`(count(*) filter (where ${liveSegments.isMissing}))::int`.as('missing'),
      seconds:
        sql<number>`sum(${liveSegments.seconds}) filter (where not ${liveSegments.isMissing})`.as(
          'recorded',
        ),
    })
    .from(liveSegments)
    .innerJoin(liveChannels, eq(liveChannels.id, liveSegments.channelId))
    .where(isOfEncoder)
    .groupBy(liveSegments.channelId, liveSegments.rendition)
    .as('ends')
  // The age of a channel is that of its most delayed rendition.
  const rows = await db
    .select({
      channelId: ends.channelId,
      newest: sql<string>`min(${ends.end})`,
      missing: sql<number>`sum(${ends.missing})::int`,
      seconds: sql<number | null>`min(${ends.seconds})`,
    })
    .from(ends)
    .groupBy(ends.channelId)
  return rows.map(({ channelId, newest, missing, seconds }) => ({
    channelId,
    newestEnd: new Date(newest),
    missing,
    recordedSeconds: seconds ?? 0,
  }))
}
