/** Merges sorted terms of several segments into one, in steps. */
import type { Steps } from './steps.ts'
import { countTerms, type Terms } from './terms.ts'

/** Marks a number without a successor. */
export const NO_POSITION = 0xffffffff
const EVERY = 0xff

type Merged = {
  terms: Terms
  /** New positions of the texts of each source; NONE for a text that is no longer used. */
  positions: Uint32Array[]
}

/**
 * Merges the terms.
 * @param renumbered new numbers of the postings of each source, ascending except for NONE
 */
export function* mergeTerms(
  sources: readonly Terms[],
  renumbered: readonly Uint32Array[],
): Steps<Merged> {
  const sum = (of: (terms: Terms) => number) => sources.reduce((total, each) => total + of(each), 0)
  const letters = new Uint16Array(sum(terms => terms.letters.length))
  const starts = new Uint32Array(sum(countTerms) + 1)
  const offsets = new Uint32Array(sum(countTerms) + 1)
  const postings = new Uint32Array(sum(terms => terms.postings.length))
  const positions = sources.map(terms => new Uint32Array(countTerms(terms)).fill(NO_POSITION))
  const heads = sources.map(() => 0)
  let size = 0
  for (let step = 1; ; step++) {
    if ((step & EVERY) === 0) yield
    const equal = leastHeads(sources, heads)
    const [first] = equal
    if (first === undefined) break
    const end = addPostings(sources, renumbered, heads, equal, postings, offsets[size] as number)
    if (end > (offsets[size] as number)) {
      const terms = sources[first] as Terms
      const at = heads[first] as number
      const text = terms.letters.subarray(terms.starts[at], terms.starts[at + 1])
      letters.set(text, starts[size])
      for (const source of equal) (positions[source] as Uint32Array)[heads[source] as number] = size
      starts[size + 1] = (starts[size] as number) + text.length
      offsets[size + 1] = end
      size++
    }
    for (const source of equal) heads[source] = (heads[source] as number) + 1
  }
  const terms = {
    letters: letters.slice(0, starts[size]),
    starts: starts.slice(0, size + 1),
    offsets: offsets.slice(0, size + 1),
    postings: postings.slice(0, offsets[size]),
  }
  return { terms, positions }
}

/** Returns the sources whose next text is the smallest. */
function leastHeads(sources: readonly Terms[], heads: readonly number[]): number[] {
  let least: number[] = []
  for (let source = 0; source < sources.length; source++) {
    const terms = sources[source] as Terms
    const at = heads[source] as number
    if (at >= terms.starts.length - 1) continue
    const [first] = least
    const order =
      first === undefined
        ? -1
        : compareTexts(terms, at, sources[first] as Terms, heads[first] as number)
    if (order < 0) least = [source]
    else if (order === 0) least.push(source)
  }
  return least
}

/** Writes the new numbers of the texts in ascending order. @returns the end of the written range */
function addPostings(
  sources: readonly Terms[],
  renumbered: readonly Uint32Array[],
  heads: readonly number[],
  equal: readonly number[],
  postings: Uint32Array,
  start: number,
): number {
  let end = start
  for (const source of equal) {
    const { offsets, postings: old } = sources[source] as Terms
    const numbers = renumbered[source] as Uint32Array
    const at = heads[source] as number
    for (let index = offsets[at] as number; index < (offsets[at + 1] as number); index++) {
      const number = numbers[old[index] as number] as number
      if (number !== NO_POSITION) postings[end++] = number
    }
  }
  if (equal.length > 1) postings.subarray(start, end).sort()
  return end
}

function compareTexts(a: Terms, i: number, b: Terms, j: number): number {
  const [startA, startB] = [a.starts[i] as number, b.starts[j] as number]
  const lengthA = (a.starts[i + 1] as number) - startA
  const lengthB = (b.starts[j + 1] as number) - startB
  const length = Math.min(lengthA, lengthB)
  for (let unit = 0; unit < length; unit++) {
    const difference = (a.letters[startA + unit] as number) - (b.letters[startB + unit] as number)
    if (difference !== 0) return difference
  }
  return lengthA - lengthB
}
