import { foldLetters, searchText } from './normalise.ts'

interface HighlightPart {
  text: string
  isMatch: boolean
}

interface FoldedLetter {
  folded: string
  /** Start and end of the character in the original, including the marks that follow it. */
  start: number
  end: number
}

/**
 * Splits a text at words that begin with a word of the query. Comparison is that of the search, and the original
 * characters are kept: the joined parts equal the text.
 */
export function highlight(text: string, query: string): HighlightPart[] {
  const words = searchText(query).normalize('NFD').split(' ').filter(Boolean)
  const letters = foldedLetters(text)
  const parts: HighlightPart[] = []
  let done = 0
  let index = 0
  while (index < letters.length) {
    const length = isWordStart(letters, index) ? longestMatch(letters, index, words) : 0
    const first = letters[index]
    const last = letters[index + length - 1]
    if (length > 0 && first && last) {
      pushPart(parts, text.slice(done, first.start), false)
      pushPart(parts, text.slice(first.start, last.end), true)
      done = last.end
    }
    index += Math.max(1, length)
  }
  pushPart(parts, text.slice(done), false)
  return parts
}

function foldedLetters(text: string): FoldedLetter[] {
  const letters: FoldedLetter[] = []
  let start = 0
  for (const character of text) {
    const end = start + character.length
    const folded = foldLetters(character)
    const previous = letters.at(-1)
    if (folded === '' && previous) previous.end = end
    for (const letter of folded) letters.push({ folded: letter, start, end })
    start = end
  }
  return letters
}

function isWordStart(letters: FoldedLetter[], index: number): boolean {
  return isLetter(letters[index]) && !isLetter(letters[index - 1])
}

function isLetter(letter: FoldedLetter | undefined): boolean {
  return letter !== undefined && /[\p{L}\p{N}]/u.test(letter.folded)
}

function longestMatch(letters: FoldedLetter[], index: number, words: string[]): number {
  const lengths = words.map(word => {
    const tokens = [...word]
    return tokens.every((letter, at) => letters[index + at]?.folded === letter) ? tokens.length : 0
  })
  return Math.max(0, ...lengths)
}

function pushPart(parts: HighlightPart[], text: string, isMatch: boolean) {
  if (text) parts.push({ text, isMatch })
}
