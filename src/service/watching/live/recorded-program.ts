/** The recording of a programme, as the files of an ordinary video. */
import { createHash } from 'node:crypto'
import { and, asc, eq, gt, lt, sql } from 'drizzle-orm'
import { toWire } from '#src/lib/text/tehran.ts'
import type { Tx } from '../../platform/db/open.ts'
import { liveSegments } from '../../platform/db/schema/live.ts'
import { type Channel, LIVE_MANIFEST, liveStreamKey } from './channels.queries.ts'
import type { Program } from './guide.queries.ts'
import { LiveError } from './live-error.ts'
import { mediaPlaylist } from './playlists.ts'
import { windowStart } from './record.ts'
import type { Segment } from './segments.queries.ts'

export type Span = Pick<Program, 'startsAt' | 'endsAt'>
export type RecordedProgram = {
  /** Identifies the content: equal segments give an equal digest. */
  digest: string
  seconds: number
  /** Keys in the media store, relative to `live/<channel>` and to the new stream. */
  files: string[]
  /** Playlists by their names in the new stream. */
  playlists: Map<string, string>
}

/** Tolerance at the edges: clocks are accurate to a fraction of a second, and encoders choose where to cut. */
const TOLERANCE_MS = 1_000
const MS = 1_000
const DIGEST = 12

/**
 * Returns the recording of a programme. Locks the rows until the end of the transaction, so that the recorder does not
 * delete the files.
 * @throws LiveError that names the times that are not recorded
 */
export async function recordedProgram(
  tx: Tx,
  channel: Channel,
  span: Span,
  { now, isHeld }: { now: Date; isHeld: boolean },
): Promise<RecordedProgram> {
  if (span.endsAt > now) throw new LiveError(`It ends at ${toWire(span.endsAt)}.`)
  const all = new Map<string, Segment[]>()
  for (const { name } of channel.renditions) {
    const query = segmentsOf(tx, { channelId: channel.id, rendition: name }, span)
    all.set(name, isHeld ? await query.for('share') : await query)
  }
  requireWhole([...all.values()], span, now)
  const playlists = new Map([[LIVE_MANIFEST, channel.manifest]])
  for (const [name, segments] of all)
    playlists.set(`${name}/index.m3u8`, vodPlaylist(segments, channel.targetSeconds))
  const files = [...all].flatMap(([name, segments]) => filesOf(name, segments))
  const digest = createHash('sha256').update(JSON.stringify([...playlists]))
  const lengths = [...all.values()].map(lengthOf)
  return {
    digest: digest.digest('hex').slice(0, DIGEST),
    seconds: Math.min(...lengths),
    files,
    playlists,
  }
}

/** Returns the segments that overlap the span by more than the tolerance. */
function segmentsOf(
  tx: Tx,
  { channelId, rendition }: Pick<Segment, 'channelId' | 'rendition'>,
  span: Span,
) {
  const moment = TOLERANCE_MS / 2
  const end = sql`${liveSegments.startsAt} + ${liveSegments.seconds} * interval '1 second'`
  return tx
    .select()
    .from(liveSegments)
    .where(
      and(
        eq(liveSegments.channelId, channelId),
        eq(liveSegments.rendition, rendition),
        lt(liveSegments.startsAt, new Date(span.endsAt.getTime() - moment)),
        gt(end, new Date(span.startsAt.getTime() + moment)),
      ),
    )
    .orderBy(asc(liveSegments.sequence))
}

function requireWhole(renditions: readonly Segment[][], span: Span, now: Date): void {
  const gaps = merged(renditions.flatMap(segments => findGaps(segments, span)))
  if (gaps.length === 0) return
  const since = windowStart(now)
  const told = gaps.map(({ startsAt, endsAt }) => {
    const seconds = Math.round((endsAt.getTime() - startsAt.getTime()) / MS)
    const why = startsAt < since ? 'has left the window' : 'was not recorded'
    return `${toWire(startsAt)} to ${toWire(endsAt)} (${seconds} s) ${why}`
  })
  throw new LiveError(`Part of the programme is missing: ${told.join('; ')}.`)
}

/** Returns the parts of the span without a segment. */
export function findGaps(
  segments: readonly Pick<Segment, 'startsAt' | 'seconds' | 'isMissing'>[],
  span: Span,
): Span[] {
  const gaps: Span[] = []
  let covered = span.startsAt.getTime()
  const until = (time: number) => {
    const end = Math.min(time, span.endsAt.getTime())
    if (end - covered > TOLERANCE_MS)
      gaps.push({ startsAt: new Date(covered), endsAt: new Date(end) })
  }
  for (const { startsAt, seconds, isMissing } of segments) {
    if (isMissing) continue
    until(startsAt.getTime())
    covered = Math.max(covered, startsAt.getTime() + seconds * MS)
  }
  until(span.endsAt.getTime())
  return gaps
}

/** Merges overlapping gaps of several streams. */
function merged(gaps: readonly Span[]): Span[] {
  const all: Span[] = []
  for (const gap of gaps.toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime())) {
    const before = all.at(-1)
    if (before && gap.startsAt <= before.endsAt)
      before.endsAt = new Date(Math.max(before.endsAt.getTime(), gap.endsAt.getTime()))
    else all.push({ ...gap })
  }
  return all
}

/** Builds a playlist whose numbers start at its beginning. */
function vodPlaylist(segments: readonly Segment[], targetSeconds: number): string {
  const before = segments[0]?.discontinuities ?? 0
  const counted = segments.map((segment, sequence) => ({
    ...segment,
    sequence,
    discontinuities: segment.discontinuities - before,
  }))
  const [head, ...lines] = mediaPlaylist(counted, targetSeconds, '').trimEnd().split('\n')
  return `${[head, '#EXT-X-PLAYLIST-TYPE:VOD', ...lines, '#EXT-X-ENDLIST'].join('\n')}\n`
}

function filesOf(name: string, segments: readonly Segment[]): string[] {
  const files = segments.flatMap(({ file, initFile, isMissing }) => [
    ...(initFile === null ? [] : [initFile]),
    ...(isMissing ? [] : [file]),
  ])
  return [...new Set(files)].map(file => `${name}/${file}`)
}

const lengthOf = (segments: readonly Segment[]) =>
  segments.reduce((sum, { seconds }) => sum + seconds, 0)

export function segmentKey(channelId: string, file: string): string {
  return `${liveStreamKey(channelId)}/${file}`
}
