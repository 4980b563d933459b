/** Where a moment is in the recorded window of a channel. */
import { and, eq, gte, min } from 'drizzle-orm'
import { liveSegments } from '../db/schema/live.ts'
import type { Deps } from '../deps.ts'
import { channelById, channelIdOf } from './channels.queries.ts'
import { windowStart } from './record.ts'
import { type Segment, segmentsSince } from './segments.queries.ts'

type WindowDeps = Pick<Deps, 'db' | 'now'>
/** Players take 0 for the live edge. */
const EARLIEST = 0.1

/** Seconds from the beginning of the playlists, to start playback at; 0, the live edge, for what is not recorded. */
export async function positionInWindow(
  deps: WindowDeps,
  stream: string,
  at: Date,
): Promise<number> {
  const channelId = channelIdOf(stream)
  const channel = channelId === null ? null : await channelById(deps.db, channelId)
  const rendition = channel?.renditions.at(-1)?.name
  if (!channel || !rendition) return 0
  const key = { channelId: channel.id, rendition }
  return positionIn(await segmentsSince(deps.db, key, windowStart(deps.now())), at)
}

export function positionIn(
  segments: readonly Pick<Segment, 'startsAt' | 'seconds'>[],
  at: Date,
): number {
  let position = 0
  for (const { startsAt, seconds } of segments) {
    const into = (at.getTime() - startsAt.getTime()) / 1_000
    // Before it: at the beginning, or in a break of the encoder.
    if (into < 0) return Math.max(EARLIEST, position)
    if (into < seconds) return Math.max(EARLIEST, position + into)
    position += seconds
  }
  return 0
}

/** From when on the channel can be watched; null before its first segment. */
export async function recordedSince(
  { db, now }: WindowDeps,
  channelId: string,
): Promise<Date | null> {
  const [row] = await db
    .select({ since: min(liveSegments.startsAt) })
    .from(liveSegments)
    .where(
      and(eq(liveSegments.channelId, channelId), gte(liveSegments.startsAt, windowStart(now()))),
    )
  return row?.since ?? null
}
