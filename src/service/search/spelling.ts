/** Spelling correction: words of the catalogue within one or two typing errors of a query word. */

export type Word = { text: string; count: number }
/**
 * Sorted words, so that words with a common prefix are neighbours and are compared or excluded together. `letters` holds the UTF-16
 * units of all words; word `i` is `letters[starts[i]]` to `letters[starts[i + 1] - 1]`.
 */
export type Vocabulary = { words: readonly Word[]; letters: Uint16Array; starts: Int32Array }

/** Shorter words are not corrected: too many words are near them. */
const CORRECTED_LENGTH = 4
const TWO_ERRORS_LENGTH = 8
const SUGGESTIONS = 6

export function createVocabulary(words: readonly Word[]): Vocabulary {
  const sorted = [...words].sort((a, b) => (a.text < b.text ? -1 : 1))
  return sortedVocabulary(sorted)
}

/** @param words sorted by text */
export function sortedVocabulary(words: readonly Word[]): Vocabulary {
  const starts = new Int32Array(words.length + 1)
  for (const [index, { text }] of words.entries())
    starts[index + 1] = (starts[index] as number) + text.length
  const letters = new Uint16Array(starts[words.length] as number)
  for (const [index, { text }] of words.entries()) {
    const start = starts[index] as number
    for (let at = 0; at < text.length; at++) letters[start + at] = text.charCodeAt(at)
  }
  return { words, letters, starts }
}

/**
 * Words with a prefix at most one error away from `typed`; in long words two errors, if there is no nearer one. An error is a wrong,
 * missing, added or swapped letter. Nearest and most frequent first; `typed` itself is excluded. `most` limits the errors.
 */
export function suggestionsFor(typed: string, vocabulary: Vocabulary, most: 1 | 2 = 2): string[] {
  const { length } = typed
  if (length < CORRECTED_LENGTH) return []
  const extra = ({ text }: Word) => Math.abs(text.length - length)
  const others = (allowed: number) =>
    nearWords(typed, vocabulary, allowed).filter(({ word }) => word.text !== typed)
  let near = others(1)
  if (near.length === 0 && most === 2 && length >= TWO_ERRORS_LENGTH) near = others(2)
  near.sort(
    (a, b) => a.errors - b.errors || extra(a.word) - extra(b.word) || b.word.count - a.word.count,
  )
  // Several entries may have the same name.
  return [...new Set(near.map(({ word }) => word.text))].slice(0, SUGGESTIONS)
}

type Near = { word: Word; errors: number }

/**
 * Words with a prefix within `allowed` errors of `typed`, and their fewest errors. Damerau-Levenshtein distance (optimal string
 * alignment) with one row per letter of the prefix; rows of a common prefix are computed once.
 */
function nearWords(typed: string, vocabulary: Vocabulary, allowed: number): Near[] {
  const { words, letters, starts } = vocabulary
  const found: Near[] = []
  const { length } = typed
  const width = length + 1
  const targets = Int32Array.from({ length }, (_, at) => typed.charCodeAt(at))
  // Longer prefixes have too many errors anyway. Cells outside the band of allowed errors keep `allowed + 1`.
  const rows = new Int16Array((length + allowed + 2) * width).fill(allowed + 1)
  for (let column = 0; column <= Math.min(length, allowed); column++) rows[column] = column
  visit(0, words.length, 0, 0, length)
  return found

  /** Words `from` to `to` share `depth` letters; `least` is the minimum of their row, `fewest` the best prefix so far. */
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

  /** Without errors left, only nearby letters of `typed` can follow. */
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

  /** Computes the row of a prefix of `depth` letters with these last two. @returns its minimum */
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

  /** Binary search: the first word whose letter at `depth` is not before `letter`. */
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
    for (let index = from; index < to; index++) found.push({ word: words[index] as Word, errors })
  }
}
