/** Maps an instant to the recorded window of a channel. */
import { and, eq, gte, min } from 'drizzle-orm'
import { liveSegments } from '../../platform/db/schema/live.ts'
import type { Deps } from '../../platform/deps.ts'
import { findChannelById, parseChannelId } from './channels.queries.ts'
import { windowStart } from './record.ts'
import { type Segment, segmentsSince } from './segments.queries.ts'

type WindowDeps = Pick<Deps, 'db' | 'now'>
/** Minimum position, because players interpret 0 as the live edge. */
const EARLIEST = 0.1

/**
 * Returns the playback position in seconds from the beginning of the playlists; 0, the live edge, if the instant is not
 * recorded.
 */
export async function positionInWindow(
  deps: WindowDeps,
  stream: string,
  at: Date,
): Promise<number> {
  const channelId = parseChannelId(stream)
  const channel = channelId === null ? null : await findChannelById(deps.db, channelId)
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
    // The instant is before the first segment, or in an interruption of the encoder.
    if (into < 0) return Math.max(EARLIEST, position)
    if (into < seconds) return Math.max(EARLIEST, position + into)
    position += seconds
  }
  return 0
}

/** Returns the earliest time that can be watched; null before the first segment. */
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
