/** The names that find an entry. */
import { numberWordsToDigits } from '#src/lib/text/number-words.ts'

/** Returns the names in the text of an entry, and names with number words again with digits. */
export function entryNames(text: string): string[] {
  return text.split('\n').flatMap(name => {
    const inDigits = numberWordsToDigits(name.split(' '))?.join(' ')
    return inDigits ? [name, inDigits] : [name]
  })
}

/** Removes spaces: names are compared without them because their placement varies. */
export function removeSpaces(name: string): string {
  return name.replaceAll(' ', '')
}
