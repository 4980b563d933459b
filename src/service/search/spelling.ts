/** Which words of the catalogue somebody may have meant who typed another. */

export type Word = { text: string; count: number }
/** Sorted by its letters, so that words with one beginning stand side by side and are judged, or ruled out, together. */
export type Vocabulary = readonly Word[]

/** Shorter words have too many neighbours to be corrected. */
const CORRECTED_LENGTH = 4
const TWO_ERRORS_LENGTH = 8
const SUGGESTIONS = 6

export function createVocabulary(words: readonly Word[]): Vocabulary {
  return [...words].sort((a, b) => (a.text < b.text ? -1 : 1))
}

/**
 * Words that begin like `typed` but for one error (two in long words): a wrong, missing, added or swapped letter. The nearest
 * and most frequent first; the word itself is not among them.
 */
export function suggestionsFor(typed: string, vocabulary: Vocabulary): string[] {
  const { length } = typed
  if (length < CORRECTED_LENGTH) return []
  const allowed = length >= TWO_ERRORS_LENGTH ? 2 : 1
  const extra = ({ text }: Word) => Math.abs(text.length - length)
  return nearWords(typed, vocabulary, allowed)
    .filter(({ word }) => word.text !== typed)
    .sort(
      (a, b) => a.errors - b.errors || extra(a.word) - extra(b.word) || b.word.count - a.word.count,
    )
    .slice(0, SUGGESTIONS)
    .map(({ word }) => word.text)
}

type Near = { word: Word; errors: number }

/**
 * Words with a beginning that is `typed` but for `allowed` errors, and the fewest that one has. Damerau's distance (optimal string
 * alignment), a row for each letter of a beginning; what many words begin with is counted once.
 */
function nearWords(typed: string, words: Vocabulary, allowed: number): Near[] {
  const found: Near[] = []
  const { length } = typed
  const row0 = Array.from({ length: length + 1 }, (_, column) => column)
  visit(0, words.length, 0, row0, [], length)
  return found

  /** `from` to `to` begin with the same `depth` letters; `row` is what these come to, `fewest` the errors of a beginning so far. */
  function visit(
    from: number,
    to: number,
    depth: number,
    row: readonly number[],
    above: readonly number[],
    fewest: number,
  ): void {
    // No longer beginning is nearer than this one could become.
    if (Math.min(...row) >= Math.min(fewest, allowed + 1)) {
      if (fewest <= allowed) add(from, to, fewest)
      return
    }
    let at = from
    while (at < to && textAt(at).length === depth) at++
    if (fewest <= allowed) add(from, at, fewest)
    while (at < to) {
      const letter = textAt(at)[depth] as string
      const end = endOf(letter, at, to, depth)
      const next = nextRow(letter, depth > 0 ? textAt(at)[depth - 1] : undefined, row, above)
      visit(at, end, depth + 1, next, row, Math.min(fewest, next[length] as number))
      at = end
    }
  }

  function nextRow(
    letter: string,
    letterBefore: string | undefined,
    row: readonly number[],
    above: readonly number[],
  ): number[] {
    const next = [(row[0] as number) + 1]
    for (let column = 1; column <= length; column++) {
      const wanted = typed[column - 1]
      let errors = Math.min(
        (row[column] as number) + 1,
        (next[column - 1] as number) + 1,
        (row[column - 1] as number) + (letter === wanted ? 0 : 1),
      )
      const isSwapped = column > 1 && letter === typed[column - 2] && letterBefore === wanted
      if (isSwapped) errors = Math.min(errors, (above[column - 2] as number) + 1)
      next.push(errors)
    }
    return next
  }

  /** Where words with this letter at `depth` end. */
  function endOf(letter: string, from: number, to: number, depth: number): number {
    let low = from + 1
    let high = to
    while (low < high) {
      const middle = (low + high) >> 1
      if (textAt(middle)[depth] === letter) low = middle + 1
      else high = middle
    }
    return low
  }

  function textAt(index: number): string {
    return (words[index] as Word).text
  }

  function add(from: number, to: number, errors: number): void {
    for (let index = from; index < to; index++) found.push({ word: words[index] as Word, errors })
  }
}
