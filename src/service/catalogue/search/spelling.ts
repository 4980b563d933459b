/** Spelling correction: finds words of the catalogue within one or two typing errors of a query word. */
import { topN } from './sorted.ts'
import { countAt, countTerms, lengthAt, type Terms, textAt } from './terms.ts'

/**
 * Sorted words, so that words with a common prefix are adjacent and are compared or excluded together (terms.ts). The
 * frequency of a word counts only if `offsets` are given.
 */
export type Vocabulary = Pick<Terms, 'letters' | 'starts'> & Partial<Pick<Terms, 'offsets'>>

/** Minimum length of corrected words: too many words are close to shorter ones. */
const CORRECTED_LENGTH = 4
const TWO_ERRORS_LENGTH = 8
const SUGGESTIONS = 6

/**
 * Returns words with a prefix at most one error away from `typed`; in long words two errors, if there is no nearer one.
 * An error is a wrong, missing, added or swapped letter. The nearest and most frequent come first; `typed` itself is
 * excluded. `most` limits the errors.
 */
export function suggestCorrections(
  typed: string,
  vocabularies: readonly Vocabulary[],
  most: 1 | 2 = 2,
): string[] {
  const { length } = typed
  if (length < CORRECTED_LENGTH) return []
  const isTyped = ({ vocabulary, at }: Near) =>
    lengthAt(vocabulary, at) === length && textAt(vocabulary, at) === typed
  const others = (allowed: number) =>
    vocabularies
      .flatMap(vocabulary => nearWords(typed, vocabulary, allowed))
      .filter(near => !isTyped(near))
  let near = others(1)
  if (near.length === 0 && most === 2 && length >= TWO_ERRORS_LENGTH) near = others(2)
  // Several segments may have the same word.
  const nearest = topN(near, nearerTo(length), SUGGESTIONS * vocabularies.length)
  const texts = nearest.map(({ vocabulary, at }) => textAt(vocabulary, at))
  return [...new Set(texts)].slice(0, SUGGESTIONS)
}

type Near = { vocabulary: Vocabulary; at: number; errors: number }

function nearerTo(length: number): (a: Near, b: Near) => number {
  const extra = ({ vocabulary, at }: Near) => Math.abs(lengthAt(vocabulary, at) - length)
  const count = ({ vocabulary: { offsets }, at }: Near) => (offsets ? countAt({ offsets }, at) : 1)
  return (a, b) => a.errors - b.errors || extra(a) - extra(b) || count(b) - count(a)
}

/**
 * Returns words with a prefix within `allowed` errors of `typed`, and their fewest errors. Damerau-Levenshtein distance
 * (optimal string alignment) with one row per letter of the prefix; rows of a common prefix are computed once.
 */
function nearWords(typed: string, vocabulary: Vocabulary, allowed: number): Near[] {
  const { letters, starts } = vocabulary
  const found: Near[] = []
  const { length } = typed
  const width = length + 1
  const targets = Int32Array.from({ length }, (_, at) => typed.charCodeAt(at))
  // Longer prefixes have too many errors anyway. Cells outside the band of allowed errors keep `allowed + 1`.
  const rows = new Int16Array((length + allowed + 2) * width).fill(allowed + 1)
  for (let column = 0; column <= Math.min(length, allowed); column++) rows[column] = column
  visit(0, countTerms(vocabulary), 0, 0, length)
  return found

  /**
   * Words `from` to `to` share `depth` letters; `least` is the minimum of their row, `fewest` the best prefix so far.
   */
  function visit(from: number, to: number, depth: number, least: number, fewest: number): void {
    // A longer prefix cannot be nearer.
    if (least >= Math.min(fewest, allowed + 1)) {
      if (fewest <= allowed) add(from, to, fewest)
      return
    }
    let at = from
    while (at < to && (starts[at + 1] as number) - (starts[at] as number) === depth) at++
    if (fewest <= allowed) add(from, at, fewest)
    if (least === allowed) {
      visitTargets(at, to, depth, fewest)
      return
    }
    while (at < to) {
      const end = lowerBound(letterAt(at, depth) + 1, at, to, depth)
      descend(at, end, depth, fewest)
      at = end
    }
  }

  /** Visits nearby letters of `typed` only, because no errors remain. */
  function visitTargets(from: number, to: number, depth: number, fewest: number): void {
    const first = Math.max(0, depth - allowed - 1)
    const last = Math.min(length - 1, depth + allowed)
    for (let at = first; at <= last; at++) {
      const letter = targets[at] as number
      if (targets.indexOf(letter, first) < at) continue
      const start = lowerBound(letter, from, to, depth)
      if (start < to && letterAt(start, depth) === letter)
        descend(start, lowerBound(letter + 1, start, to, depth), depth, fewest)
    }
  }

  /** Continues with the words that share one more letter. */
  function descend(from: number, to: number, depth: number, fewest: number): void {
    const before = depth > 0 ? letterAt(from, depth - 1) : -1
    const least = writeRow(letterAt(from, depth), before, depth + 1)
    const last = rows[(depth + 1) * width + length] as number
    visit(from, to, depth + 1, least, Math.min(fewest, last))
  }

  /** Computes the row of a prefix of `depth` letters that ends in these two. @returns its minimum */
  function writeRow(letter: number, letterBefore: number, depth: number): number {
    const row = depth * width
    const above = row - width
    const first = Math.max(0, depth - allowed)
    const last = Math.min(length, depth + allowed)
    if (first > 0) rows[row + first - 1] = allowed + 1
    if (last < length) rows[row + last + 1] = allowed + 1
    if (first > length) rows[row + length] = allowed + 1
    let least = allowed + 1
    for (let column = first; column <= last; column++) {
      let errors = (rows[above + column] as number) + 1
      if (column > 0) {
        const isSame = letter === targets[column - 1]
        const changed = (rows[above + column - 1] as number) + (isSame ? 0 : 1)
        errors = Math.min(errors, changed, (rows[row + column - 1] as number) + 1)
        const isSwapped =
          column > 1 && letter === targets[column - 2] && letterBefore === targets[column - 1]
        if (isSwapped) errors = Math.min(errors, (rows[above - width + column - 2] as number) + 1)
      }
      rows[row + column] = errors
      if (errors < least) least = errors
    }
    return least
  }

  /** Binary search for the first word whose letter at `depth` is not before `letter`. */
  function lowerBound(letter: number, from: number, to: number, depth: number): number {
    let low = from
    let high = to
    while (low < high) {
      const middle = (low + high) >> 1
      if (letterAt(middle, depth) < letter) low = middle + 1
      else high = middle
    }
    return low
  }

  function letterAt(index: number, depth: number): number {
    return letters[(starts[index] as number) + depth] as number
  }

  function add(from: number, to: number, errors: number): void {
    for (let at = from; at < to; at++) found.push({ vocabulary, at, errors })
  }
}
