/**
 * Finds the segments of an encoder's playlist that are not recorded yet, and their positions in ours. Pure functions.
 */

import type { Segment } from './segments.queries.ts'
import { type MediaPlaylist, pathWithoutQuery, type SourceSegment } from './source-playlists.ts'

export type Last = Pick<
  Segment,
  'sequence' | 'discontinuities' | 'startsAt' | 'seconds' | 'sourceSequence' | 'sourceUri'
>
export type NewSegment = {
  source: SourceSegment
  sequence: number
  discontinuities: number
  startsAt: Date
}

/** The clock of an encoder is ignored beyond this difference. */
const CLOCK_TOLERANCE_MS = 60_000
/** Tolerance for rounding of times in playlists and in the database. */
const ROUNDING_MS = 10
const MS = 1_000

/**
 * Returns the new segments. A restarted encoder counts from another number, or sends other files under the same
 * numbers; one that was unreachable for longer than its playlist has moved on. The segments after that follow a
 * discontinuity.
 * @param since segments that end before this time are not recorded
 */
export function findNewSegments(
  { segments }: MediaPlaylist,
  last: Last | null,
  { now, since }: { now: Date; since: Date },
): NewSegment[] {
  if (last !== null && isOlder(segments, last, now)) return []
  const isContinued = last !== null && continues(segments, last)
  const fresh = isContinued
    ? segments.filter(({ sequence }) => sequence > last.sourceSequence)
    : segments
  if (fresh.length === 0) return []
  const first = fresh[0] as SourceSegment
  const isGap = isContinued && first.sequence > last.sourceSequence + 1
  const isRestart = last !== null && (!isContinued || isGap)
  const times = timesOf(fresh, { last: isRestart ? null : last, now })
  let { sequence, discontinuities } = last ?? { sequence: 0, discontinuities: 0 }
  const added: NewSegment[] = []
  fresh.forEach((source, index) => {
    const isFirstOfAll = index === 0 && last === null
    const isBreak = source.isDiscontinuity || (index === 0 && isRestart)
    if (isBreak && !isFirstOfAll) discontinuities += 1
    const startsAt = times[index] as Date
    if (startsAt.getTime() + source.seconds * MS < since.getTime()) return
    added.push({ source, sequence: ++sequence, discontinuities, startsAt })
  })
  return added
}

/**
 * A cache in front of the encoder may send an old playlist without new segments. A restarted encoder has a lower number
 * too. While the last segment is recent, the clock distinguishes the two cases, or else the difference between the
 * numbers.
 */
function isOlder(segments: readonly SourceSegment[], last: Last, now: Date): boolean {
  const newest = segments.at(-1)
  if (!newest || newest.sequence >= last.sourceSequence) return false
  const lastEnd = last.startsAt.getTime() + last.seconds * MS
  if (isClockRight(newest, now) && newest.at)
    return newest.at.getTime() + newest.seconds * MS <= lastEnd + ROUNDING_MS
  return (
    last.sourceSequence - newest.sequence <= segments.length &&
    now.getTime() - lastEnd <= lengthOf(segments)
  )
}

function isClockRight(newest: SourceSegment, now: Date): boolean {
  if (!newest.at) return false
  const end = newest.at.getTime() + newest.seconds * MS
  return Math.abs(end - now.getTime()) <= CLOCK_TOLERANCE_MS
}

function lengthOf(segments: readonly SourceSegment[]): number {
  return segments.reduce((sum, { seconds }) => sum + seconds * MS, 0)
}

function continues(segments: readonly SourceSegment[], last: Last): boolean {
  const newest = segments.at(-1)
  if (!newest) return true
  if (newest.sequence < last.sourceSequence) return false
  const same = segments.find(({ sequence }) => sequence === last.sourceSequence)
  if (!same) return true
  return pathWithoutQuery(same.url) === last.sourceUri && !isOtherTime(same, last)
}

function isOtherTime({ at }: SourceSegment, { startsAt }: Last): boolean {
  return at !== null && Math.abs(at.getTime() - startsAt.getTime()) > CLOCK_TOLERANCE_MS
}

/**
 * Uses the encoder's clock if it is correct, else continues after the last recorded segment, else counts back from now.
 */
function timesOf(
  segments: readonly SourceSegment[],
  { last, now }: { last: Last | null; now: Date },
): Date[] {
  const newest = segments.at(-1)
  const isDated = newest !== undefined && isClockRight(newest, now)
  const afterLast = last && last.startsAt.getTime() + last.seconds * MS
  const backFromNow = now.getTime() - lengthOf(segments)
  let next = afterLast ?? backFromNow
  return segments.map(({ at, seconds, isDiscontinuity }, index) => {
    if (isDated && at) next = at.getTime()
    else if (isDiscontinuity) next = Math.max(next, now.getTime() - lengthOf(segments.slice(index)))
    const startsAt = new Date(Math.round(next))
    next += seconds * MS
    return startsAt
  })
}
