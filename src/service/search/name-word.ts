/** A letter that no text holds: dotless beh. It keeps a whole name apart from the words that make it up. */
const MARK = '\u066e'
/** PostgreSQL takes words of 2,046 bytes at most. */
const LENGTH_MAX = 500

/**
 * A name, normalised, as one word: what begins with the word of a typed text begins with that text, however it was spaced.
 */
export function nameWord(text: string): string {
  return MARK + text.replaceAll(' ', '').slice(0, LENGTH_MAX)
}

export function isNameWord(word: string): boolean {
  return word.startsWith(MARK)
}
