/** What was recorded of a channel. */
import { and, asc, desc, eq, gte, inArray, lt, max, notInArray, or, sql } from 'drizzle-orm'
import type { Queryable } from '../db/open.ts'
import { liveChannels, liveSegments } from '../db/schema/live.ts'
import { type Channel, heldBy, type Lease } from './channels.queries.ts'

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

/** So many stay of each rendition however old they are: a playlist without segments is an error to players. */
const STAY = 6

/** In their order; the last ones where all are older. */
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

/** Only while the lease is the recorder's. @returns whether it was written */
export async function addSegment(
  db: Queryable,
  segment: Segment,
  lease: Omit<Lease, 'id'>,
): Promise<boolean> {
  return db.transaction(async tx => {
    const held = await tx
      .select({ id: liveChannels.id })
      .from(liveChannels)
      .where(heldBy({ ...lease, id: segment.channelId }))
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
 * Of streams that the encoder has no more all are removed, of the others not the last ones. Rows that `live -- publish` holds while it
 * copies their files stay until later.
 * @returns the files that no row names any more, below the folder of the channel
 */
export async function removeBefore(
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

export type ChannelAge = {
  channelId: string
  newestEnd: Date
  missing: number
  recordedSeconds: number
}

/** Streams that the encoder has no more stay for a while, and say nothing of it. */
const isOfEncoder = sql`jsonb_path_exists(${liveChannels.renditions}, '$[*] ? (@.name == $name)', jsonb_build_object('name', ${liveSegments.rendition}))`

/** By channel: when its newest segment ended, and how many are missing in the window. */
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
  // A channel is as old as the rendition that is furthest behind.
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
