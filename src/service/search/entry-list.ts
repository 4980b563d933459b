/** The entries of an index by document id, and in index order. Document ids are valid until entries are renumbered. */
import { mergeSorted } from './sorted.ts'

/** Document ids are reassigned after this many removals. */
const REMOVED_MAX = 1_000

/** @param compare the index order */
export function createEntryList<Entry extends { id: string }>(
  compare: (a: Entry, b: Entry) => number,
) {
  let entries: (Entry | null)[] = []
  let docIds = new Map<string, number>()
  /** Document ids in index order, and the position of each id in it. */
  let order: number[] = []
  let positions = new Int32Array(0)
  let pending = new Set<number>()
  let removed = 0

  const exists = (doc: number) => entries[doc] !== null
  const byOrder = (a: number, b: number) => compare(entries[a] as Entry, entries[b] as Entry)

  function add(entry: Entry): number {
    const doc = entries.push(entry) - 1
    docIds.set(entry.id, doc)
    pending.add(doc)
    return doc
  }

  return {
    /** Document ids are below this. */
    length: () => entries.length,
    size: () => docIds.size,
    /** @returns null for a document that was removed */
    at: (doc: number) => entries[doc] ?? null,
    exists,
    docIdOf: (id: string) => docIds.get(id),
    order: () => order,
    /** The place of a document in index order. */
    position: (doc: number) => positions[doc] as number,
    add,
    replace(doc: number, entry: Entry): void {
      entries[doc] = entry
      pending.add(doc)
    },
    remove(id: string): void {
      const doc = docIds.get(id)
      if (doc === undefined) return
      docIds.delete(id)
      entries[doc] = null
      removed++
    },
    hasManyRemoved: () => removed > REMOVED_MAX && removed > docIds.size,
    /** Empties the list. @returns what was in it */
    takeAll(): Entry[] {
      const all = entries.filter(entry => entry !== null)
      entries = []
      docIds = new Map()
      order = []
      pending = new Set()
      removed = 0
      return all
    },
    commit(): void {
      order = mergeSorted(
        order.filter(doc => exists(doc) && !pending.has(doc)),
        [...pending].filter(exists).sort(byOrder),
        byOrder,
      )
      pending = new Set()
      positions = new Int32Array(entries.length)
      for (const [position, doc] of order.entries()) positions[doc] = position
    },
  }
}
