/** The names by which an entry is found. */
import { withDigits } from '#src/lib/text/number-words.ts'

/** The names in the text of an entry, and those with number words again with digits. */
export function namesOf(text: string): string[] {
  return text.split('\n').flatMap(name => {
    const inDigits = withDigits(name.split(' '))?.join(' ')
    return inDigits ? [name, inDigits] : [name]
  })
}

/** Names are compared without spaces, since their placement varies. */
export function spaceless(name: string): string {
  return name.replaceAll(' ', '')
}
