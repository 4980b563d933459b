/**
 * An in-memory index of names that can be changed during searches. `commit` turns collected changes into a small
 * segment, and segments of similar size are merged in steps, so that no change rebuilds the whole index.
 */
import { comparing, mergeSegments } from './merge-segments.ts'
import { createNameView, type NameView } from './name-view.ts'
import { buildSegment, docText, findDoc, type IndexEntry, type Segment } from './segment.ts'
import type { Steps } from './steps.ts'

export type NameIndex = {
  size: () => number
  /** Adds an entry with a new id. */
  add: (entry: IndexEntry) => void
  /** Adds or replaces an entry; an equal entry changes nothing. */
  put: (entry: IndexEntry) => void
  remove: (id: string) => void
  /** Makes the changes visible to later views. Must finish before another change. */
  commit: () => Steps<void>
  view: () => NameView
  /** Merges segments until few are left; other calls may run between its steps. */
  tidy: (options?: { isLoading?: boolean }) => Steps<void>
  /** Size of its arrays in bytes. */
  bytes: () => number
}

/** Number of segments in a tier that are merged into one of a higher tier. */
const FAN_IN = 4
/** Used during the first load, when nothing is searched: fewer and larger merges. */
const FAN_IN_LOADING = 16
const TIER_SIZE = 1_000

/** Creates an index. @param idsDescend order of entries with the same `order` */
export function createNameIndex({ idsDescend = false } = {}): NameIndex {
  const compare = comparing(idsDescend)
  let segments: Segment[] = []
  let changed = new Map<string, IndexEntry>()
  let view = createNameView(segments, compare)
  /** Ids removed from the segments during their merge. */
  let killed: Buffer[] | null = null

  function put(entry: IndexEntry): void {
    if (changed.has(entry.id)) changed.set(entry.id, entry)
    else {
      const old = find(entry.id)
      if (old && isSame(old.segment, old.doc, entry)) return
      if (old) kill(old.segment, old.doc, entry.id)
      changed.set(entry.id, entry)
    }
  }

  function remove(id: string): void {
    changed.delete(id)
    const old = find(id)
    if (old) kill(old.segment, old.doc, id)
  }

  function find(id: string): { segment: Segment; doc: number } | null {
    const bytes = Buffer.from(id, 'latin1')
    for (const segment of segments) {
      const doc = findDoc(segment, bytes)
      if (doc >= 0) return { segment, doc }
    }
    return null
  }

  function kill(segment: Segment, doc: number, id: string): void {
    segment.dead[doc] = 1
    segment.deadCount++
    killed?.push(Buffer.from(id, 'latin1'))
  }

  function* commit(): Steps<void> {
    if (changed.size === 0) return
    const entries = [...changed.values()].sort((a, b) => a.order - b.order || byId(a.id, b.id))
    changed = new Map()
    replace([], yield* buildSegment(entries))
  }

  function byId(a: string, b: string): number {
    if (a === b) return 0
    return a < b !== idsDescend ? -1 : 1
  }

  function replace(old: readonly Segment[], fresh: Segment): void {
    segments = [...segments.filter(segment => !old.includes(segment)), fresh]
    view = createNameView(segments, compare)
  }

  function* tidy({ isLoading = false } = {}): Steps<void> {
    for (;;) {
      const some = mergeable(segments, isLoading ? FAN_IN_LOADING : FAN_IN)
      if (some.length === 0) return
      killed = []
      const merged = yield* mergeSegments(some, compare, { hasTrigrams: !isLoading })
      for (const id of killed) {
        const doc = findDoc(merged, id)
        if (doc < 0) continue
        merged.dead[doc] = 1
        merged.deadCount++
      }
      killed = null
      replace(some, merged)
    }
  }

  return {
    size: () =>
      changed.size + segments.reduce((sum, { size, deadCount }) => sum + size - deadCount, 0),
    add: entry => changed.set(entry.id, entry),
    put,
    remove,
    commit,
    view: () => view,
    tidy,
    bytes: () => segments.reduce((sum, segment) => sum + bytesOf(segment), 0),
  }
}

/** Returns the segments of a full tier, or one segment whose documents are mostly deleted. */
function mergeable(segments: readonly Segment[], fanIn: number): Segment[] {
  const tierOf = ({ size }: Segment) =>
    Math.max(0, Math.floor(Math.log(size / TIER_SIZE) / Math.log(fanIn)) + 1)
  const tiers = Map.groupBy(segments, tierOf)
  const full = [...tiers.values()].find(({ length }) => length >= fanIn)
  return full ?? segments.filter(({ size, deadCount }) => deadCount > size / 2).slice(0, 1)
}

function isSame(segment: Segment, doc: number, { order, values, tags, text }: IndexEntry): boolean {
  const first = doc * values.length
  const firstTag = segment.tagStarts[doc] as number
  return (
    segment.orders[doc] === order &&
    values.every((value, at) => segment.values[first + at] === value) &&
    segment.tagStarts[doc + 1] === firstTag + tags.length &&
    tags.every((tag, at) => segment.tags[firstTag + at] === tag) &&
    docText(segment, doc) === text
  )
}

function bytesOf(segment: Segment): number {
  const { names, words, trigrams, ...rest } = segment
  return [rest, names, words, trigrams]
    .flatMap(part => Object.values(part ?? {}))
    .reduce<number>((sum, each) => sum + (ArrayBuffer.isView(each) ? each.byteLength : 0), 0)
}
