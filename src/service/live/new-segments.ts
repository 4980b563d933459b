/** Which segments of an encoder's playlist were not recorded yet, and where they go in ours. Pure functions. */

import type { Segment } from './segments.queries.ts'
import type { MediaPlaylist, SourceSegment } from './source-playlists.ts'

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

/** An encoder's clock that is further off is not followed. */
const CLOCK_TOLERANCE_MS = 60_000
const MS = 1_000

/**
 * An encoder that starts again counts from another number, or sends other files under the same numbers; one that was not heard of for
 * longer than its playlist lasts has moved on. What follows is a discontinuity.
 * @param since what ended before it is not recorded
 */
export function newSegments(
  { segments }: MediaPlaylist,
  last: Last | null,
  { now, since }: { now: Date; since: Date },
): NewSegment[] {
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

function continues(segments: readonly SourceSegment[], last: Last): boolean {
  const newest = segments.at(-1)
  if (!newest) return true
  if (newest.sequence < last.sourceSequence) return false
  const same = segments.find(({ sequence }) => sequence === last.sourceSequence)
  if (!same) return true
  return pathOf(same.url) === last.sourceUri && !isOtherTime(same, last)
}

/** Queries hold tokens that change with every request. */
export function pathOf(url: string): string {
  return new URL(url).pathname
}

function isOtherTime({ at }: SourceSegment, { startsAt }: Last): boolean {
  return at !== null && Math.abs(at.getTime() - startsAt.getTime()) > CLOCK_TOLERANCE_MS
}

/** By the encoder's clock where it is right, else after what was recorded last, else back from now. */
function timesOf(
  segments: readonly SourceSegment[],
  { last, now }: { last: Last | null; now: Date },
): Date[] {
  const length = (some: readonly SourceSegment[]) =>
    some.reduce((sum, { seconds }) => sum + seconds * MS, 0)
  const newest = segments.at(-1)
  const isClockRight =
    newest?.at != null &&
    Math.abs(newest.at.getTime() + newest.seconds * MS - now.getTime()) <= CLOCK_TOLERANCE_MS
  const afterLast = last && last.startsAt.getTime() + last.seconds * MS
  const backFromNow = now.getTime() - length(segments)
  let next = afterLast ?? backFromNow
  return segments.map(({ at, seconds, isDiscontinuity }, index) => {
    if (isClockRight && at) next = at.getTime()
    else if (isDiscontinuity) next = Math.max(next, now.getTime() - length(segments.slice(index)))
    const startsAt = new Date(Math.round(next))
    next += seconds * MS
    return startsAt
  })
}
