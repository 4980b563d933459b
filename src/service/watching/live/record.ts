/** One round of a channel: new segments are stored in the media store, then in the database. */
import { createHash } from 'node:crypto'
import type { LRUCache } from 'lru-cache'
import { LIVE } from '#src/contract/limits.ts'
import type { MediaStore } from '../../platform/adapters/media-store/media-store.ts'
import type { LiveRendition } from '../../platform/db/schema/live.ts'
import type { Deps } from '../../platform/deps.ts'
import { type Channel, type Lease, liveStreamKey } from './channels.queries.ts'
import { loadFile, loadPlaylist, segmentExtension } from './encoder.ts'
import { LiveError } from './live-error.ts'
import { findNewSegments, type NewSegment } from './new-segments.ts'
import {
  addSegment,
  newestSegment,
  removeSegmentsBefore,
  type Segment,
} from './segments.queries.ts'
import { parseMediaPlaylist, pathWithoutQuery, type SourceFile } from './source-playlists.ts'

export type RecordDeps = Pick<Deps, 'db' | 'now' | 'guardedRead'> & { store: MediaStore }
export type Recording = {
  channel: Channel
  recorder: string
  /** Initialisation sections that are already stored. */
  inits: LRUCache<string, string>
}

/** Extension of the window, for viewers with a slightly outdated playlist. */
const MARGIN_SECONDS = 60
const ATTEMPTS = 3
const MS = 1_000
/** Number of digest characters in a file name. */
const DIGEST = 12

export function windowStart(now: Date): Date {
  return new Date(now.getTime() - LIVE.windowSeconds * MS)
}

/**
 * Records new segments of a rendition.
 * @returns the number of recorded segments
 * @throws LiveError, MediaStoreError
 */
export async function recordRendition(
  deps: RecordDeps,
  recording: Recording,
  rendition: LiveRendition,
  isCurrent: () => boolean,
): Promise<number> {
  const { channel } = recording
  const key = { channelId: channel.id, rendition: rendition.name }
  const [{ text, base }, last] = await Promise.all([
    loadPlaylist(deps, channel, rendition.url),
    newestSegment(deps.db, key),
  ])
  const now = deps.now()
  const found = findNewSegments(parseMediaPlaylist(text, base), last, {
    now,
    since: windowStart(now),
  })
  let count = 0
  for (const segment of found) {
    if (!isCurrent()) break
    const stored = await store(deps, recording, rendition, segment)
    if (!(await addSegment(deps.db, stored, recordingLease(recording)))) break
    count += 1
  }
  return count
}

export function recordingLease({ channel: { id, leaseNumber }, recorder }: Recording): Lease {
  return { id, leaseNumber, recorder }
}

/** A segment that the encoder does not deliver becomes a gap of the same duration. */
async function store(
  deps: RecordDeps,
  recording: Recording,
  { name }: LiveRendition,
  { source, sequence, discontinuities, startsAt }: NewSegment,
): Promise<Segment> {
  const { channel } = recording
  const file = `${channel.leaseNumber}-${sequence}${segmentExtension(source)}`
  const bytes = await load(deps, channel, source)
  const initFile =
    source.init && (await storeInit(deps, recording, source.init, { name, discontinuities }))
  if (bytes) await deps.store.put(`${liveStreamKey(channel.id)}/${name}/${file}`, { bytes })
  return {
    channelId: channel.id,
    rendition: name,
    sequence,
    discontinuities,
    startsAt,
    seconds: source.seconds,
    file,
    initFile,
    bytes: bytes?.length ?? 0,
    isMissing: bytes === null,
    sourceSequence: source.sequence,
    sourceUri: pathWithoutQuery(source.url),
  }
}

async function load(deps: RecordDeps, channel: Channel, file: SourceFile) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await loadFile(deps, channel, file)
    } catch (error) {
      if (!(error instanceof LiveError)) throw error
      if (attempt === ATTEMPTS) return null
    }
  }
}

/** Loaded once between two discontinuities; equal sections share a file. */
async function storeInit(
  deps: RecordDeps,
  { channel, inits }: Recording,
  source: SourceFile,
  { name, discontinuities }: { name: string; discontinuities: number },
): Promise<string> {
  const { range } = source
  const part = range ? `${range.start}-${range.end}` : 'all'
  const known = `${name} ${discontinuities} ${pathWithoutQuery(source.url)} ${part}`
  const before = inits.get(known)
  if (before) return before
  const bytes = await load(deps, channel, source)
  if (!bytes) throw new LiveError('The encoder did not send the initialisation section.')
  const digest = createHash('sha256').update(bytes).digest('hex').slice(0, DIGEST)
  const file = `init-${digest}${segmentExtension(source)}`
  await deps.store.put(`${liveStreamKey(channel.id)}/${name}/${file}`, { bytes })
  inits.set(known, file)
  return file
}

export async function removeOldSegments(
  { db, now, store }: RecordDeps,
  channel: Channel,
): Promise<void> {
  const before = new Date(windowStart(now()).getTime() - MARGIN_SECONDS * MS)
  const files = await removeSegmentsBefore(db, channel, before)
  if (files.length > 0)
    await store.remove(files.map(file => `${liveStreamKey(channel.id)}/${file}`))
}
