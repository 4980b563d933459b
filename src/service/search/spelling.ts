/** Which words of the catalogue somebody may have meant who typed another. */

export type Word = { text: string; count: number }
/** `letters` has a bit for each letter of a word, modulo 32: most words are ruled out by it alone. */
export type Vocabulary = { words: readonly Word[]; letters: Uint32Array }

/** Shorter words have too many neighbours to be corrected. */
const CORRECTED_LENGTH = 4
const TWO_ERRORS_LENGTH = 8
const SUGGESTIONS = 6

export function createVocabulary(words: readonly Word[]): Vocabulary {
  return { words, letters: Uint32Array.from(words, ({ text }) => lettersOf(text)) }
}

/**
 * Words that begin like `typed` but for one error (two in long words): a wrong, missing, added or swapped letter. The nearest
 * and most frequent first; the word itself is not among them.
 */
export function suggestionsFor(typed: string, { words, letters }: Vocabulary): string[] {
  const length = typed.length
  if (length < CORRECTED_LENGTH) return []
  const allowed = length >= TWO_ERRORS_LENGTH ? 2 : 1
  const found: { text: string; errors: number; count: number; extra: number }[] = []
  const wanted = lettersOf(typed)
  for (let index = 0; index < words.length; index++) {
    if (bitsOf(wanted & ~(letters[index] as number)) > allowed) continue
    const { text, count } = words[index] as Word
    if (text.length < length - allowed || text === typed) continue
    const errors = errorsToPrefix(typed, text, allowed)
    if (errors <= allowed)
      found.push({ text, errors, count, extra: Math.abs(text.length - length) })
  }
  return found
    .sort((a, b) => a.errors - b.errors || a.extra - b.extra || b.count - a.count)
    .slice(0, SUGGESTIONS)
    .map(({ text }) => text)
}

function lettersOf(text: string): number {
  let letters = 0
  for (let index = 0; index < text.length; index++) letters |= 1 << (text.charCodeAt(index) & 31)
  return letters >>> 0
}

function bitsOf(mask: number): number {
  let rest = mask
  let count = 0
  for (; rest !== 0; count++) rest &= rest - 1
  return count
}

/** The fewest errors between `typed` and any beginning of `word`; more than `allowed` may be reported as allowed + 1. */
export function errorsToPrefix(typed: string, word: string, allowed: number): number {
  const width = Math.min(word.length, typed.length + allowed)
  let before: number[] = []
  let above = Array.from({ length: width + 1 }, (_, column) => column)
  for (let row = 1; row <= typed.length; row++) {
    const line = [row]
    let least = row
    for (let column = 1; column <= width; column++) {
      const letter = typed[row - 1]
      const same = letter === word[column - 1]
      let errors = Math.min(
        (above[column] as number) + 1,
        (line[column - 1] as number) + 1,
        (above[column - 1] as number) + (same ? 0 : 1),
      )
      const swapped =
        row > 1 && column > 1 && letter === word[column - 2] && typed[row - 2] === word[column - 1]
      if (swapped) errors = Math.min(errors, (before[column - 2] as number) + 1)
      line.push(errors)
      if (errors < least) least = errors
    }
    if (least > allowed) return allowed + 1
    before = above
    above = line
  }
  return Math.min(...above)
}
