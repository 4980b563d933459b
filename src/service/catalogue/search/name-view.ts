/** Exact, prefix, fuzzy and trigram matches of names in the segments of an index at one time. */
import { LRUCache } from 'lru-cache'
import { concatenated, intersection, sortedUnique } from './doc-sets.ts'
import type { CompareDocs } from './merge-segments.ts'
import { removeSpaces } from './names.ts'
import { docText, docTextLength, findDoc, idAt, type Segment } from './segment.ts'
import { similarDocs } from './similar-docs.ts'
import { topN } from './sorted.ts'
import { suggestCorrections } from './spelling.ts'
import { exactRange, prefixRange, readPostings, type Terms } from './terms.ts'
import { findTransliterations } from './transliteration.ts'

/** Number of a document in this view. */
export type Doc = number
/** Matching documents of each segment, in ascending order. */
export type Group = readonly Uint32Array[]
/** An entry matches if it has a word with at least one prefix of every group. */
export type PrefixGroups = readonly (readonly string[])[]
export type Accepts = (segment: Segment, doc: number) => boolean

export type NameView = {
  /** Returns accepted entries of the match groups without duplicates: group by group, each in index order. */
  best: (
    groups: readonly Group[],
    accepts: Accepts,
    limit: number,
    except?: ReadonlySet<Doc>,
  ) => Doc[]
  groupOf: (ids: readonly string[]) => Group
  idOf: (doc: Doc) => string
  textOf: (doc: Doc) => string
  /** Returns the segment of a document and its number in it, for filters. */
  locate: (doc: Doc) => [segment: Segment, doc: number]
  exact: (name: string) => Group
  /** Returns names that start with `name` except for that many typing errors, the nearest first. */
  fuzzy: (name: string, errors?: 1 | 2) => Group[]
  prefix: (name: string) => Group
  /** Returns all entries. */
  all: () => Group
  /** Returns the entries with all these words. */
  wholeWords: (words: readonly string[]) => Group
  wordPrefixes: (prefixes: PrefixGroups) => Group
  /** Returns the entries with some of these words, or words that start with them: those with the most first. */
  someWords: (words: readonly string[], options: { isWhole: boolean }) => Group[]
  /** Returns the words closest to a misspelt one. */
  corrections: (word: string) => string[]
  /** Returns Persian names that Latin letters spell completely or begin to spell, the likeliest first. */
  transliterated: (name: string) => Group[]
  /** Returns the Persian words that a word in Latin letters spells, the likeliest first. */
  transliteratedWords: (word: string) => string[]
  /** Returns accepted entries with similar words, the most similar first. */
  similar: (words: readonly string[], accepts: Accepts, limit: number) => Doc[]
}

/** Maximum number of spellings of one text; further ones are unlikely. */
const TRANSLITERATIONS = 16
/** Number of words of recent queries whose readings are kept: a query is searched in several ways, each with the same words. */
const WORDS_KEPT = 128
const NOTHING = new Uint32Array(0)
// Shared by all searches, because arrays of this length are expensive to allocate.
let everyDoc = NOTHING
let counts = new Uint8Array(0)

export function createNameView(segments: readonly Segment[], compare: CompareDocs): NameView {
  const bases: number[] = []
  let end = 0
  for (const { size } of segments) {
    bases.push(end)
    end += size
  }
  const words = segments.map(segment => segment.words)
  // A name with many documents is not a better correction than others.
  const names = segments.map(({ names: { letters, starts } }) => ({ letters, starts }))

  function locate(doc: Doc): [Segment, number] {
    let at = segments.length - 1
    while ((bases[at] as number) > doc) at--
    return [segments[at] as Segment, doc - (bases[at] as number)]
  }

  function inNames(rangeOf: (terms: Terms) => { from: number; to: number }): Group {
    return segments.map(segment => {
      const { from, to } = rangeOf(segment.names)
      return sortedUnique(readPostings(segment.names, from, to), segment.size)
    })
  }

  function wordPrefixes(prefixes: PrefixGroups): Group {
    return segments.map(segment => {
      let found: Uint32Array | null = null
      for (const group of prefixes) {
        const having = withPrefix(segment, group)
        found = found ? intersection(found, having) : having
        if (found.length === 0) break
      }
      return found ?? NOTHING
    })
  }

  function wholeWords(asked: readonly string[]): Group {
    return segments.map(segment => {
      const having = asked.map(word => withWord(segment, word))
      return having.length === 0 ? NOTHING : having.reduce(intersection)
    })
  }

  function someWords(asked: readonly string[], { isWhole }: { isWhole: boolean }): Group[] {
    const bySegment = segments.map(segment =>
      byCount(
        asked.map(word => (isWhole ? withWord(segment, word) : withPrefix(segment, [word]))),
        segment.size,
      ),
    )
    return asked.map((_, at) => bySegment.map(groups => groups[at] ?? NOTHING))
  }

  function best(
    groups: readonly Group[],
    accepts: Accepts,
    limit: number,
    except?: ReadonlySet<Doc>,
  ): Doc[] {
    const found = new Set<Doc>()
    for (const group of groups) {
      const heads = group.map(() => 0)
      while (found.size < limit) {
        const at = leastHead(group, heads)
        if (at < 0) break
        const segment = segments[at] as Segment
        const own = (group[at] as Uint32Array)[heads[at] as number] as number
        heads[at] = (heads[at] as number) + 1
        const doc = (bases[at] as number) + own
        if (segment.dead[own] === 1 || except?.has(doc) || !accepts(segment, own)) continue
        found.add(doc)
      }
    }
    return [...found]
  }

  /** Returns the segment whose next document comes first in index order; -1 when all are exhausted. */
  function leastHead(group: Group, heads: readonly number[]): number {
    let least = -1
    for (let at = 0; at < group.length; at++) {
      const docs = group[at] as Uint32Array
      if ((heads[at] as number) >= docs.length) continue
      if (least < 0 || compareHeads(group, heads, at, least) < 0) least = at
    }
    return least
  }

  function compareHeads(group: Group, heads: readonly number[], a: number, b: number): number {
    const docAt = (at: number) => (group[at] as Uint32Array)[heads[at] as number] as number
    return compare(segments[a] as Segment, docAt(a), segments[b] as Segment, docAt(b))
  }

  function similar(typed: readonly string[], accepts: Accepts, limit: number): Doc[] {
    const found = segments.flatMap((segment, at) =>
      similarDocs(segment, typed)
        .filter(({ doc }) => segment.dead[doc] !== 1 && accepts(segment, doc))
        .map(({ doc, score }) => ({ at, segment, doc, score })),
    )
    const length = ({ segment, doc }: (typeof found)[number]) => docTextLength(segment, doc)
    const nearest = topN(
      found,
      (a, b) =>
        b.score - a.score || length(a) - length(b) || compare(a.segment, a.doc, b.segment, b.doc),
      limit,
    )
    return nearest.map(({ at, doc }) => (bases[at] as number) + doc)
  }

  function groupOf(ids: readonly string[]): Group {
    const bytes = ids.map(id => Buffer.from(id, 'latin1'))
    return segments.map(segment =>
      Uint32Array.from(bytes.map(id => findDoc(segment, id)).filter(doc => doc >= 0)).sort(),
    )
  }

  const exact = (name: string) => inNames(terms => exactRange(terms, removeSpaces(name)))
  const nearNames = cacheWords(name => suggestCorrections(name, names))
  const nearestNames = cacheWords(name => suggestCorrections(name, names, 1))
  const spelledNames = cacheWords(name => findTransliterations(name, names, TRANSLITERATIONS))
  return {
    best,
    groupOf,
    locate,
    idOf: doc => idAt(...locate(doc)),
    textOf: doc => docText(...locate(doc)),
    exact,
    fuzzy: (name, errors) =>
      (errors === 1 ? nearestNames : nearNames)(removeSpaces(name)).map(exact),
    prefix: name => inNames(terms => prefixRange(terms, removeSpaces(name))),
    all: () => segments.map(({ size }) => firstDocs(size)),
    wholeWords,
    wordPrefixes,
    someWords,
    corrections: cacheWords(word => suggestCorrections(word, words)),
    transliterated: name => spelledNames(removeSpaces(name)).map(exact),
    transliteratedWords: cacheWords(word => findTransliterations(word, words, TRANSLITERATIONS)),
    similar,
  }
}

/** Caches the results for recent words. They stay valid as long as the segments of a view: deleted documents keep their words. */
function cacheWords(find: (word: string) => string[]): (word: string) => string[] {
  const cache = new LRUCache<string, string[]>({ max: WORDS_KEPT, memoMethod: find })
  return word => cache.memo(word)
}

function withPrefix({ words, size }: Segment, prefixes: readonly string[]): Uint32Array {
  const found = prefixes.map(prefix => {
    const { from, to } = prefixRange(words, prefix)
    return readPostings(words, from, to)
  })
  return sortedUnique(concatenated(found), size)
}

function withWord({ words }: Segment, word: string): Uint32Array {
  const { from, to } = exactRange(words, word)
  return readPostings(words, from, to)
}

/** Returns the documents that are in all sets, then those in all but one, and so on. */
function byCount(sets: readonly Uint32Array[], size: number): Uint32Array[] {
  if (counts.length < size) counts = new Uint8Array(Math.ceil(size * 1.25))
  const touched: number[] = []
  for (const set of sets)
    for (const doc of set) {
      if (counts[doc] === 0) touched.push(doc)
      counts[doc] = (counts[doc] as number) + 1
    }
  const groups: number[][] = sets.map(() => [])
  for (const doc of touched) {
    groups[sets.length - (counts[doc] as number)]?.push(doc)
    counts[doc] = 0
  }
  return groups.map(docs => Uint32Array.from(docs).sort())
}

function firstDocs(size: number): Uint32Array {
  if (everyDoc.length < size) everyDoc = Uint32Array.from({ length: size }, (_, doc) => doc)
  return everyDoc.subarray(0, size)
}
