/** Merges segments into one without their deleted documents, in steps. */
import { mergeTerms, NO_POSITION } from './merge-terms.ts'
import { compareIds, emptySlots, fillSlot, type Segment } from './segment.ts'
import type { Steps } from './steps.ts'
import { buildTrigrams } from './trigrams.ts'

const EVERY = 0xff

/** Compares documents of two segments in index order. */
export type CompareDocs = (a: Segment, docA: number, b: Segment, docB: number) => number

export function comparing(idsDescend: boolean): CompareDocs {
  return (a, docA, b, docB) =>
    (a.orders[docA] as number) - (b.orders[docB] as number) ||
    (idsDescend ? compareIds(b, docB, a, docA) : compareIds(a, docA, b, docB))
}

export function* mergeSegments(
  sources: readonly Segment[],
  compare: CompareDocs,
  { hasTrigrams = true } = {},
): Steps<Segment> {
  const { order, renumbered } = yield* mergeDocs(sources, compare)
  const size = order.length / 2
  const words = yield* mergeTerms(
    sources.map(each => each.words),
    renumbered,
  )
  const names = yield* mergeTerms(
    sources.map(each => each.names),
    renumbered,
  )
  const origin = { sources, order }
  const ids = yield* copyLists(origin, Uint8Array, each => [each.ids, each.idStarts])
  const tags = yield* copyLists(origin, Uint32Array, each => [each.tags, each.tagStarts])
  const tokens = yield* copyLists(
    origin,
    Uint32Array,
    each => [each.tokens, each.tokenStarts],
    (token, source) =>
      token === 0 ? 0 : ((words.positions[source] as Uint32Array)[token - 1] as number) + 1,
  )
  const numbers = yield* copyNumbers(origin)
  const slots = emptySlots(size)
  for (let doc = 0; doc < size; doc++) {
    if ((doc & EVERY) === 0) yield
    fillSlot({ ids: ids.all, idStarts: ids.starts }, slots, doc)
  }
  return {
    size,
    ids: ids.all,
    idStarts: ids.starts,
    slots,
    ...numbers,
    tagStarts: tags.starts,
    tags: tags.all,
    tokenStarts: tokens.starts,
    tokens: tokens.all,
    names: names.terms,
    words: words.terms,
    trigrams: hasTrigrams ? yield* buildTrigrams(words.terms) : null,
    dead: new Uint8Array(size),
    deadCount: 0,
  }
}

/** `order` contains the source and the document of each new document in turn. */
type Origin = { sources: readonly Segment[]; order: Uint32Array }

function* mergeDocs(
  sources: readonly Segment[],
  compare: CompareDocs,
): Steps<{ order: Uint32Array; renumbered: Uint32Array[] }> {
  const total = sources.reduce((sum, { size }) => sum + size, 0)
  const order = new Uint32Array(2 * total)
  const renumbered = sources.map(({ size }) => new Uint32Array(size).fill(NO_POSITION))
  const heads = sources.map(segment => nextLiving(segment, 0))
  let count = 0
  for (;;) {
    if ((count & EVERY) === 0) yield
    const source = leastDoc(sources, heads, compare)
    if (source < 0) break
    const doc = heads[source] as number
    order[2 * count] = source
    order[2 * count + 1] = doc
    ;(renumbered[source] as Uint32Array)[doc] = count++
    heads[source] = nextLiving(sources[source] as Segment, doc + 1)
  }
  return { order: order.subarray(0, 2 * count), renumbered }
}

function leastDoc(
  sources: readonly Segment[],
  heads: readonly number[],
  compare: CompareDocs,
): number {
  let least = -1
  for (let source = 0; source < sources.length; source++) {
    const segment = sources[source] as Segment
    const doc = heads[source] as number
    if (doc >= segment.size) continue
    if (least < 0 || compare(segment, doc, sources[least] as Segment, heads[least] as number) < 0)
      least = source
  }
  return least
}

function nextLiving({ dead, size }: Segment, from: number): number {
  let doc = from
  while (doc < size && dead[doc] === 1) doc++
  return doc
}

function* copyLists<List extends Uint8Array | Uint32Array>(
  { sources, order }: Origin,
  create: new (length: number) => List,
  read: (segment: Segment) => [all: List, starts: Uint32Array],
  renumber = (value: number, _source: number) => value,
): Steps<{ all: List; starts: Uint32Array }> {
  const parts = sources.map(read)
  const size = order.length / 2
  const starts = new Uint32Array(size + 1)
  for (let doc = 0; doc < size; doc++) {
    const [, from] = parts[order[2 * doc] as number] as [List, Uint32Array]
    const old = order[2 * doc + 1] as number
    starts[doc + 1] = (starts[doc] as number) + (from[old + 1] as number) - (from[old] as number)
  }
  const all = new create(starts[size] as number)
  for (let doc = 0; doc < size; doc++) {
    if ((doc & EVERY) === 0) yield
    const source = order[2 * doc] as number
    const [values, from] = parts[source] as [List, Uint32Array]
    const old = from[order[2 * doc + 1] as number] as number
    const start = starts[doc] as number
    const length = (starts[doc + 1] as number) - start
    for (let at = 0; at < length; at++)
      all[start + at] = renumber(values[old + at] as number, source)
  }
  return { all, starts }
}

function* copyNumbers({ sources, order }: Origin): Steps<Pick<Segment, 'orders' | 'values'>> {
  const size = order.length / 2
  const filled = sources.find(segment => segment.size > 0)
  const width = filled ? filled.values.length / filled.size : 0
  const orders = new Int32Array(size)
  const values = new Int32Array(size * width)
  for (let doc = 0; doc < size; doc++) {
    if ((doc & EVERY) === 0) yield
    const segment = sources[order[2 * doc] as number] as Segment
    const old = order[2 * doc + 1] as number
    orders[doc] = segment.orders[old] as number
    for (let at = 0; at < width; at++)
      values[doc * width + at] = segment.values[old * width + at] as number
  }
  return { orders, values }
}
