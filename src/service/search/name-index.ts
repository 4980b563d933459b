/**
 * An in-memory index of names with exact, prefix, fuzzy and trigram matches. Changes take effect with `commit`, which must be called
 * before queries. Document ids (numbers of entries) are valid until the next commit.
 */
import { createEntryList } from './entry-list.ts'
import { createMarks } from './marks.ts'
import { namesOf, spaceless } from './names.ts'
import { topN } from './sorted.ts'
import { suggestionsFor, type Vocabulary } from './spelling.ts'
import { createSortedNames, createSortedTerms, type Term } from './terms.ts'
import { transliterationsOf } from './transliteration.ts'
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
  /** Persian names that Latin letters spell, or the beginning of which they spell; likeliest first. */
  transliterated: (name: string) => number[][]
  /** Persian words that a word of Latin letters spells, likeliest first. */
  transliteratedWords: (word: string) => string[]
  /** Accepted entries with similar words, most similar first. */
  similar: (words: readonly string[], accepts: (entry: Entry) => boolean, limit: number) => Entry[]
}

/** The share of the query's trigrams that a word must have. */
const MIN_SIMILARITY = 0.45
/** If more than every sixteenth entry matches, a scan of all entries in order is faster than sorting the matches. */
const SCAN_FROM = 16
/** Likely spellings of one text; further ones are hardly meant. */
const TRANSLITERATIONS = 16

/** @param compare the index order, which breaks ties between equally good matches */
export function createNameIndex<Entry extends IndexEntry>(
  compare: (a: Entry, b: Entry) => number,
): NameIndex<Entry> {
  const entries = createEntryList(compare)
  const seen = createMarks()
  let scores = new Float64Array(0)
  let names = createSortedNames()
  let words = createSortedTerms()
  let trigrams = createTrigrams<Term>()

  function put(entry: Entry): void {
    const known = entries.docIdOf(entry.id)
    if (known !== undefined && entries.at(known)?.text === entry.text) {
      entries.replace(known, entry)
      return
    }
    entries.remove(entry.id)
    const doc = entries.add(entry)
    const lines = namesOf(entry.text)
    for (const name of new Set(lines.map(spaceless))) names.add(name, doc)
    for (const word of new Set(lines.flatMap(line => line.split(' ')))) {
      const added = words.add(word, doc)
      if (added) trigrams.add(word, added)
    }
  }

  function commit(): void {
    if (entries.hasManyRemoved()) renumber()
    names.commit(entries.exists)
    words.commit()
    entries.commit()
    seen.reserve(entries.length())
    if (scores.length < entries.length())
      scores = new Float64Array(Math.ceil(entries.length() * 1.25))
  }

  function renumber(): void {
    const all = entries.takeAll()
    names = createSortedNames()
    words = createSortedTerms()
    trigrams = createTrigrams()
    for (const entry of all) put(entry)
  }

  function wordPrefixes(prefixes: PrefixGroups): number[] {
    const { marks, first } = seen.next(prefixes.length)
    let found: number[] = []
    for (const [at, group] of prefixes.entries()) {
      found = []
      for (const prefix of group)
        words.each(prefix, ({ docs }) => {
          for (const doc of docs) {
            const mark = marks[doc] as number
            // Only entries that matched the previous group, each once.
            if (at === 0 ? mark === first : mark !== first + at - 1) continue
            marks[doc] = first + at
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
        const entry = entries.at(doc)
        if (entry && accepts(entry)) found.add(entry)
      }
    }
    return [...found]
  }

  function inOrder(group: readonly number[]): Iterable<number> {
    const order = entries.order()
    const existing = group.filter(entries.exists)
    if (existing.length * SCAN_FROM < order.length)
      return Array.from(Int32Array.from(existing, entries.position).sort()).map(
        position => order[position] as number,
      )
    const { marks, first } = seen.next()
    for (const doc of existing) marks[doc] = first
    return order.filter(doc => marks[doc] === first)
  }

  function similar(
    typed: readonly string[],
    accepts: (entry: Entry) => boolean,
    limit: number,
  ): Entry[] {
    const touched: number[] = []
    for (const word of typed) {
      const { marks, first } = seen.next()
      for (const { value, similarity } of trigrams.similar(word, MIN_SIMILARITY)) {
        for (const doc of value.docs) {
          if (marks[doc] === first) continue
          marks[doc] = first
          if (scores[doc] === 0) touched.push(doc)
          scores[doc] = (scores[doc] as number) + similarity * word.length
        }
      }
    }
    const minScore = MIN_SIMILARITY * typed.join('').length
    const scoreOf = (doc: number) => scores[doc] as number
    const bySimilarity = (a: number, b: number) => scoreOf(b) - scoreOf(a) || byLength(a, b)
    const isAccepted = (doc: number) => {
      const entry = entries.at(doc)
      return entry !== null && accepts(entry)
    }
    const found = topN(
      touched.filter(doc => scoreOf(doc) >= minScore && isAccepted(doc)),
      bySimilarity,
      limit,
    )
    for (const doc of touched) scores[doc] = 0
    return found.map(doc => entries.at(doc) as Entry)
  }

  function byLength(a: number, b: number): number {
    const length = (doc: number) => (entries.at(doc) as Entry).text.length
    return length(a) - length(b) || entries.position(a) - entries.position(b)
  }

  return {
    size: entries.size,
    put,
    remove: entries.remove,
    commit,
    vocabulary: () => words.vocabulary(),
    best,
    docIdsOf: ids => ids.flatMap(id => entries.docIdOf(id) ?? []),
    exact: name => names.exact(spaceless(name)),
    fuzzy: (name, errors) =>
      suggestionsFor(spaceless(name), names.vocabulary(), errors).map(text => names.exact(text)),
    prefix: name => names.prefix(spaceless(name)),
    wordPrefixes,
    transliterated: name =>
      transliterationsOf(spaceless(name), names.vocabulary(), TRANSLITERATIONS).map(({ word }) =>
        names.exact(word.text),
      ),
    transliteratedWords: word =>
      transliterationsOf(word, words.vocabulary(), TRANSLITERATIONS).map(
        ({ word: { text } }) => text,
      ),
    similar,
  }
}
