/**
 * An in-memory index of names with exact, prefix, fuzzy and trigram matches. Changes take effect with `commit`, which must be called
 * before queries. Document ids (numbers of entries) are valid until the next commit.
 */
import { mergeSorted, topN } from './sorted.ts'
import { suggestionsFor, type Vocabulary } from './spelling.ts'
import { createSortedNames, createSortedTerms, type Term } from './terms.ts'
import { createTrigrams } from './trigrams.ts'

export type IndexEntry = {
  id: string
  /** Normalised names (lib/text/normalise.ts), one per line. */
  text: string
}
/** An entry matches if it has a word with at least one prefix of every group. */
export type PrefixGroups = readonly (readonly string[])[]

export type NameIndex<Entry extends IndexEntry> = {
  size: () => number
  put: (entry: Entry) => void
  remove: (id: string) => void
  commit: () => void
  /** All words, for spelling correction. */
  vocabulary: () => Vocabulary
  /** Accepted entries of the match groups, without duplicates: group by group, each in index order. */
  best: (matches: readonly number[][], accepts: (entry: Entry) => boolean, limit: number) => Entry[]
  /** Document ids of entries, for `best`. */
  docIdsOf: (ids: readonly string[]) => number[]
  exact: (name: string) => number[]
  /** Names that start with `name` except for that many typing errors, nearest first. */
  fuzzy: (name: string, errors?: 1 | 2) => number[][]
  prefix: (name: string) => number[]
  wordPrefixes: (prefixes: PrefixGroups) => number[]
  /** Accepted entries with similar words, most similar first. */
  similar: (words: readonly string[], accepts: (entry: Entry) => boolean, limit: number) => Entry[]
}

/** The share of the query's trigrams that a word must have. */
const MIN_SIMILARITY = 0.45
/** If more than every sixteenth entry matches, a scan of all entries in order is faster than sorting the matches. */
const SCAN_FROM = 16
/** Document ids are reassigned after this many removals. */
const REMOVED_MAX = 1_000

/** @param compare the index order, which breaks ties between equally good matches */
export function createNameIndex<Entry extends IndexEntry>(
  compare: (a: Entry, b: Entry) => number,
): NameIndex<Entry> {
  let entries: (Entry | null)[] = []
  let docIds = new Map<string, number>()
  let names = createSortedNames()
  let words = createSortedTerms()
  let trigrams = createTrigrams<Term>()
  /** Document ids in index order, and the position of each id in it. */
  let order: number[] = []
  let positions = new Int32Array(0)
  let pending = new Set<number>()
  let removed = 0
  // Scratch buffers, reused by all queries: allocating arrays of this length per query is expensive.
  let scratch = new Int32Array(0)
  let scores = new Float64Array(0)
  let epoch = 0

  const linesOf = ({ text }: IndexEntry) => text.split('\n')
  const byOrder = (a: number, b: number) => compare(entries[a] as Entry, entries[b] as Entry)

  function put(entry: Entry): void {
    const known = docIds.get(entry.id)
    if (known !== undefined && entries[known]?.text === entry.text) {
      entries[known] = entry
      pending.add(known)
      return
    }
    remove(entry.id)
    const doc = entries.push(entry) - 1
    docIds.set(entry.id, doc)
    pending.add(doc)
    const lines = linesOf(entry)
    for (const name of new Set(lines.map(spaceless))) names.add(name, doc)
    for (const word of new Set(lines.flatMap(line => line.split(' ')))) {
      const added = words.add(word, doc)
      if (added) trigrams.add(word, added)
    }
  }

  function remove(id: string): void {
    const doc = docIds.get(id)
    if (doc === undefined) return
    docIds.delete(id)
    entries[doc] = null
    removed++
  }

  function commit(): void {
    if (removed > REMOVED_MAX && removed > docIds.size) reassignIds()
    const exists = (doc: number) => entries[doc] !== null
    names.commit(exists)
    words.commit()
    order = mergeSorted(
      order.filter(doc => exists(doc) && !pending.has(doc)),
      [...pending].filter(exists).sort(byOrder),
      byOrder,
    )
    pending = new Set()
    positions = new Int32Array(entries.length)
    for (const [position, doc] of order.entries()) positions[doc] = position
    if (scratch.length < entries.length) {
      const length = Math.ceil(entries.length * 1.25)
      scratch = new Int32Array(length)
      scores = new Float64Array(length)
      epoch = 0
    }
  }

  function reassignIds(): void {
    const all = entries.filter(entry => entry !== null)
    entries = []
    docIds = new Map()
    names = createSortedNames()
    words = createSortedTerms()
    trigrams = createTrigrams()
    order = []
    pending = new Set()
    removed = 0
    for (const entry of all) put(entry)
  }

  /** Reserves `count` epochs that no entry of the scratch buffer has yet. @returns the first of them */
  function nextEpochs(count: number): number {
    if (epoch > 0x7fffff00 - count) {
      scratch.fill(0)
      epoch = 0
    }
    epoch += count
    return epoch - count + 1
  }

  function wordPrefixes(prefixes: PrefixGroups): number[] {
    const first = nextEpochs(prefixes.length)
    let found: number[] = []
    for (const [at, group] of prefixes.entries()) {
      found = []
      for (const prefix of group)
        words.each(prefix, ({ docs }) => {
          for (const doc of docs) {
            const seen = scratch[doc] as number
            // Only entries that matched the previous group, each once.
            if (at === 0 ? seen === first : seen !== first + at - 1) continue
            scratch[doc] = first + at
            found.push(doc)
          }
        })
    }
    return found
  }

  function best(
    matches: readonly number[][],
    accepts: (entry: Entry) => boolean,
    limit: number,
  ): Entry[] {
    const found = new Set<Entry>()
    for (const group of matches) {
      for (const doc of inOrder(group)) {
        if (found.size >= limit) return [...found]
        if (isAccepted(doc, accepts)) found.add(entries[doc] as Entry)
      }
    }
    return [...found]
  }

  function inOrder(group: readonly number[]): Iterable<number> {
    const existing = group.filter(doc => entries[doc] !== null)
    if (existing.length * SCAN_FROM < order.length)
      return Array.from(Int32Array.from(existing, doc => positions[doc] as number).sort()).map(
        position => order[position] as number,
      )
    const current = nextEpochs(1)
    for (const doc of existing) scratch[doc] = current
    return order.filter(doc => scratch[doc] === current)
  }

  function similar(
    typed: readonly string[],
    accepts: (entry: Entry) => boolean,
    limit: number,
  ): Entry[] {
    const touched: number[] = []
    for (const word of typed) {
      const seen = nextEpochs(1)
      for (const { value, similarity } of trigrams.similar(word, MIN_SIMILARITY)) {
        for (const doc of value.docs) {
          if (scratch[doc] === seen) continue
          scratch[doc] = seen
          if (scores[doc] === 0) touched.push(doc)
          scores[doc] = (scores[doc] as number) + similarity * word.length
        }
      }
    }
    const minScore = MIN_SIMILARITY * typed.join('').length
    const scoreOf = (doc: number) => scores[doc] as number
    const bySimilarity = (a: number, b: number) => scoreOf(b) - scoreOf(a) || byLength(a, b)
    const found = topN(
      touched.filter(doc => scoreOf(doc) >= minScore && isAccepted(doc, accepts)),
      bySimilarity,
      limit,
    )
    for (const doc of touched) scores[doc] = 0
    return found.map(doc => entries[doc] as Entry)
  }

  function isAccepted(doc: number, accepts: (entry: Entry) => boolean): boolean {
    const entry = entries[doc]
    return entry !== null && entry !== undefined && accepts(entry)
  }

  function byLength(a: number, b: number): number {
    const length = (doc: number) => (entries[doc] as Entry).text.length
    return length(a) - length(b) || (positions[a] as number) - (positions[b] as number)
  }

  return {
    size: () => docIds.size,
    put,
    remove,
    commit,
    vocabulary: () => words.vocabulary(),
    best,
    docIdsOf: ids => ids.flatMap(id => docIds.get(id) ?? []),
    exact: name => names.exact(spaceless(name)),
    fuzzy: (name, errors) =>
      suggestionsFor(spaceless(name), names.vocabulary(), errors).map(text => names.exact(text)),
    prefix: name => names.prefix(spaceless(name)),
    wordPrefixes,
    similar,
  }
}

/** Names are compared without spaces, since their placement varies. */
function spaceless(name: string): string {
  return name.replaceAll(' ', '')
}
