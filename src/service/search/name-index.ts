/**
 * The names of things in memory, found by how a name begins, how its words begin, or what its words are like. What was put or
 * removed is settled before anything is asked; numbers of entries are good until then.
 */
import { firstOf, merged } from './sorted.ts'
import { suggestionsFor, type Vocabulary } from './spelling.ts'
import { createNames, createTerms, type Term } from './terms.ts'
import { createTrigrams } from './trigrams.ts'

export type Named = {
  id: string
  /** Its names, normalised (lib/text/normalise.ts), one a line. */
  text: string
}
/** One of these beginnings has to be there, of every group. */
export type Beginnings = readonly (readonly string[])[]

export type NameIndex<Entry extends Named> = {
  size: () => number
  put: (entry: Entry) => void
  remove: (id: string) => void
  settle: () => void
  /** All words: what typing errors are corrected by. */
  vocabulary: () => Vocabulary
  /** Entries of these matches that `accepts` takes: those of one match after the other, each in the order of the index, once. */
  best: (matches: readonly number[][], accepts: (entry: Entry) => boolean, limit: number) => Entry[]
  /** Numbers of entries, for `best`. */
  numbersOf: (ids: readonly string[]) => number[]
  called: (name: string) => number[]
  /** Of names that begin like this one but for so many typing errors, the nearest first. */
  calledLike: (name: string, errors?: 1 | 2) => number[][]
  beginning: (name: string) => number[]
  withWords: (beginnings: Beginnings) => number[]
  /** Entries whose words are like these, the likest first. */
  like: (words: readonly string[], accepts: (entry: Entry) => boolean, limit: number) => Entry[]
}

/** What holds less than this part of a typed text's trigrams is something else. */
const LIKENESS = 0.45
/** Where more than every sixteenth entry matches, walking all of them in order is quicker than sorting those. */
const SCAN_FROM = 16
/** So many numbers of entries that went are carried along before all are numbered anew. */
const GONE_MAX = 1_000

/** @param compare the order of the index: of two entries that match equally well, which comes first */
export function createNameIndex<Entry extends Named>(
  compare: (a: Entry, b: Entry) => number,
): NameIndex<Entry> {
  let entries: (Entry | null)[] = []
  let numbers = new Map<string, number>()
  let names = createNames()
  let words = createTerms()
  let trigrams = createTrigrams<Term>()
  /** Numbers of entries in the order of the index, and the place of each in it. */
  let order: number[] = []
  let places = new Int32Array(0)
  let fresh = new Set<number>()
  let gone = 0
  // Kept from one question to the next: lists as long as these are garbage that is dear to collect.
  let pad = new Int32Array(0)
  let scores = new Float64Array(0)
  let mark = 0

  const linesOf = ({ text }: Named) => text.split('\n')
  const byNumber = (a: number, b: number) => compare(entries[a] as Entry, entries[b] as Entry)

  function put(entry: Entry): void {
    const known = numbers.get(entry.id)
    if (known !== undefined && entries[known]?.text === entry.text) {
      entries[known] = entry
      fresh.add(known)
      return
    }
    remove(entry.id)
    const number = entries.push(entry) - 1
    numbers.set(entry.id, number)
    fresh.add(number)
    const lines = linesOf(entry)
    for (const name of new Set(lines.map(spaceless))) names.add(name, number)
    for (const word of new Set(lines.flatMap(line => line.split(' ')))) {
      const added = words.add(word, number)
      if (added) trigrams.add(word, added)
    }
  }

  function remove(id: string): void {
    const number = numbers.get(id)
    if (number === undefined) return
    numbers.delete(id)
    entries[number] = null
    gone++
  }

  function settle(): void {
    if (gone > GONE_MAX && gone > numbers.size) renumber()
    const isThere = (number: number) => entries[number] !== null
    names.settle(isThere)
    words.settle()
    order = merged(
      order.filter(number => isThere(number) && !fresh.has(number)),
      [...fresh].filter(isThere).sort(byNumber),
      byNumber,
    )
    fresh = new Set()
    places = new Int32Array(entries.length)
    for (const [place, number] of order.entries()) places[number] = place
    if (pad.length < entries.length) {
      const length = Math.ceil(entries.length * 1.25)
      pad = new Int32Array(length)
      scores = new Float64Array(length)
      mark = 0
    }
  }

  function renumber(): void {
    const all = entries.filter(entry => entry !== null)
    entries = []
    numbers = new Map()
    names = createNames()
    words = createTerms()
    trigrams = createTrigrams()
    order = []
    fresh = new Set()
    gone = 0
    for (const entry of all) put(entry)
  }

  /** Marks no earlier call has left on the pad: `count` numbers, from the one returned on. */
  function marks(count: number): number {
    if (mark > 0x7fffff00 - count) {
      pad.fill(0)
      mark = 0
    }
    mark += count
    return mark - count + 1
  }

  function withWords(beginnings: Beginnings): number[] {
    const first = marks(beginnings.length)
    let found: number[] = []
    for (const [at, group] of beginnings.entries()) {
      found = []
      for (const beginning of group)
        words.each(beginning, ({ docs }) => {
          for (const number of docs) {
            const seen = pad[number] as number
            // Marked by the group before, and not by this one yet.
            if (at === 0 ? seen === first : seen !== first + at - 1) continue
            pad[number] = first + at
            found.push(number)
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
      for (const number of inOrder(group)) {
        if (found.size >= limit) return [...found]
        if (isAccepted(number, accepts)) found.add(entries[number] as Entry)
      }
    }
    return [...found]
  }

  function inOrder(group: readonly number[]): Iterable<number> {
    const there = group.filter(number => entries[number] !== null)
    if (there.length * SCAN_FROM < order.length)
      return Array.from(Int32Array.from(there, number => places[number] as number).sort()).map(
        place => order[place] as number,
      )
    const wanted = marks(1)
    for (const number of there) pad[number] = wanted
    return order.filter(number => pad[number] === wanted)
  }

  function like(
    typed: readonly string[],
    accepts: (entry: Entry) => boolean,
    limit: number,
  ): Entry[] {
    const touched: number[] = []
    for (const word of typed) {
      const seen = marks(1)
      for (const { value, likeness } of trigrams.like(word, LIKENESS)) {
        for (const number of value.docs) {
          if (pad[number] === seen) continue
          pad[number] = seen
          if (scores[number] === 0) touched.push(number)
          scores[number] = (scores[number] as number) + likeness * word.length
        }
      }
    }
    const enough = LIKENESS * typed.join('').length
    const scoreOf = (number: number) => scores[number] as number
    const likest = (a: number, b: number) => scoreOf(b) - scoreOf(a) || byLength(a, b)
    const found = firstOf(
      touched.filter(number => scoreOf(number) >= enough && isAccepted(number, accepts)),
      likest,
      limit,
    )
    for (const number of touched) scores[number] = 0
    return found.map(number => entries[number] as Entry)
  }

  function isAccepted(number: number, accepts: (entry: Entry) => boolean): boolean {
    const entry = entries[number]
    return entry !== null && entry !== undefined && accepts(entry)
  }

  function byLength(a: number, b: number): number {
    const length = (number: number) => (entries[number] as Entry).text.length
    return length(a) - length(b) || (places[a] as number) - (places[b] as number)
  }

  return {
    size: () => numbers.size,
    put,
    remove,
    settle,
    vocabulary: () => words.vocabulary(),
    best,
    numbersOf: ids => ids.flatMap(id => numbers.get(id) ?? []),
    called: name => names.called(spaceless(name)),
    calledLike: (name, errors) =>
      suggestionsFor(spaceless(name), names.vocabulary(), errors).map(text => names.called(text)),
    beginning: name => names.beginning(spaceless(name)),
    withWords,
    like,
  }
}

/** Names are compared without their spaces: people differ in where they put them. */
function spaceless(name: string): string {
  return name.replaceAll(' ', '')
}
