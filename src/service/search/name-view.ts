/** Exact, prefix, fuzzy and trigram matches of names in the segments that an index has at one moment. */
import { concatenated, intersection, sortedUnique } from './doc-sets.ts'
import type { CompareDocs } from './merge-segments.ts'
import { spaceless } from './names.ts'
import { docOf, docText, docTextLength, idAt, type Segment } from './segment.ts'
import { similarDocs } from './similar-docs.ts'
import { topN } from './sorted.ts'
import { suggestionsFor } from './spelling.ts'
import { exactRange, postingsOf, prefixRange, type Terms } from './terms.ts'
import { transliterationsOf } from './transliteration.ts'

/** The number of a document in this view. */
export type Doc = number
/** Matching documents of each segment, ascending. */
export type Group = readonly Uint32Array[]
/** An entry matches if it has a word with at least one prefix of every group. */
export type PrefixGroups = readonly (readonly string[])[]
export type Accepts = (segment: Segment, doc: number) => boolean

export type NameView = {
  /** Accepted entries of the match groups, without duplicates: group by group, each in index order. */
  best: (
    groups: readonly Group[],
    accepts: Accepts,
    limit: number,
    except?: ReadonlySet<Doc>,
  ) => Doc[]
  groupOf: (ids: readonly string[]) => Group
  idOf: (doc: Doc) => string
  textOf: (doc: Doc) => string
  /** What filters read: the segment and the number in it. */
  locate: (doc: Doc) => [segment: Segment, doc: number]
  exact: (name: string) => Group
  /** Names that start with `name` except for that many typing errors, nearest first. */
  fuzzy: (name: string, errors?: 1 | 2) => Group[]
  prefix: (name: string) => Group
  wordPrefixes: (prefixes: PrefixGroups) => Group
  /** Words near a misspelt one. */
  corrections: (word: string) => string[]
  /** Persian names that Latin letters spell, or the beginning of which they spell; likeliest first. */
  transliterated: (name: string) => Group[]
  /** Persian words that a word of Latin letters spells, likeliest first. */
  transliteratedWords: (word: string) => string[]
  /** Accepted entries with similar words, most similar first. */
  similar: (words: readonly string[], accepts: Accepts, limit: number) => Doc[]
}

/** Likely spellings of one text; further ones are hardly meant. */
const TRANSLITERATIONS = 16
const NOTHING = new Uint32Array(0)

export function createNameView(segments: readonly Segment[], compare: CompareDocs): NameView {
  const bases: number[] = []
  let end = 0
  for (const { size } of segments) {
    bases.push(end)
    end += size
  }
  const words = segments.map(segment => segment.words)
  // Names of many documents are no better corrections than others.
  const names = segments.map(({ names: { letters, starts } }) => ({ letters, starts }))

  function locate(doc: Doc): [Segment, number] {
    let at = segments.length - 1
    while ((bases[at] as number) > doc) at--
    return [segments[at] as Segment, doc - (bases[at] as number)]
  }

  function inNames(rangeOf: (terms: Terms) => { from: number; to: number }): Group {
    return segments.map(segment => {
      const { from, to } = rangeOf(segment.names)
      return sortedUnique(postingsOf(segment.names, from, to), segment.size)
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

  /** The segment whose next document comes first in index order; -1 when all are used up. */
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
      Uint32Array.from(bytes.map(id => docOf(segment, id)).filter(doc => doc >= 0)).sort(),
    )
  }

  const exact = (name: string) => inNames(terms => exactRange(terms, spaceless(name)))
  return {
    best,
    groupOf,
    locate,
    idOf: doc => idAt(...locate(doc)),
    textOf: doc => docText(...locate(doc)),
    exact,
    fuzzy: (name, errors) => suggestionsFor(spaceless(name), names, errors).map(exact),
    prefix: name => inNames(terms => prefixRange(terms, spaceless(name))),
    wordPrefixes,
    corrections: word => suggestionsFor(word, words),
    transliterated: name => transliterationsOf(spaceless(name), names, TRANSLITERATIONS).map(exact),
    transliteratedWords: word => transliterationsOf(word, words, TRANSLITERATIONS),
    similar,
  }
}

function withPrefix({ words, size }: Segment, prefixes: readonly string[]): Uint32Array {
  const found = prefixes.map(prefix => {
    const { from, to } = prefixRange(words, prefix)
    return postingsOf(words, from, to)
  })
  return sortedUnique(concatenated(found), size)
}
