/** Text typed with the wrong keyboard layout: Persian with the English layout, or the reverse. */
import { cleanText } from './normalise.ts'

/** Keys of the English layout, with the characters of the Persian standard layout (ISIRI 9147). */
const KEYS: readonly (readonly [latin: string, persian: string])[] = [
  ['qwertyuiop[]', 'ضصثقفغعهخحجچ'],
  ["asdfghjkl;'", 'شسیبلاتنمکگ'],
  ['zxcvbnm,', 'ظطزرذدپو'],
  // Typed with Shift; older layouts have separate keys for them.
  ['HNMC\\`', 'آأءژپپ'],
]

const toPersian = new Map<string, string>()
const toLatin = new Map<string, string>()
for (const [latin, persian] of KEYS) {
  const letters = [...persian]
  for (const [index, key] of [...latin].entries()) {
    const letter = letters[index] as string
    toPersian.set(key, letter)
    if (!toLatin.has(letter)) toLatin.set(letter, key.toLowerCase())
  }
}
// These letters have their own key or need Shift, depending on the layout: M is ئ on older ones.
for (const [letter, key] of Object.entries({ ئ: 'm', ؤ: 'a', إ: 'f', ة: 'j' }))
  toLatin.set(letter, key)

/**
 * True if letters are next to signs that are letters in the other layout, as in “lhvl,g;” but not in “Ocean's 11”. Some
 * names contain such signs too.
 */
export function looksMistyped(text: string): boolean {
  const words = text.replace(/(?<=[a-z])'(?=(?:d|ll|m|re|s|t|ve)\b)/gi, '')
  return /[[\];',`\\][a-z[\];',]|[a-z][[\];',`\\]/i.test(words) && toOtherLayout(text) !== null
}

/**
 * True if the text has signs that are letters in the other layout and are rare in names, as in “]ali” for «چشمه». Names
 * contain apostrophes and commas.
 */
export function hasLayoutSigns(text: string): boolean {
  return /[[\];`\\]/.test(text)
}

/**
 * Returns the text that the same keys produce in the other layout; digits, spaces and signs without a letter there are
 * kept. Null if a letter has no key, no key produces a different letter, or the text mixes both scripts.
 */
export function toOtherLayout(text: string): string | null {
  const typed = cleanText(text)
  const isPersian = /(?=\p{L})\p{Script=Arabic}/u.test(typed)
  if (isPersian && /[a-z]/i.test(typed)) return null
  const keys = isPersian ? toLatin : toPersian
  let other = ''
  for (const letter of typed) {
    const written = keys.get(letter) ?? keys.get(letter.toLowerCase())
    if (written === undefined && /\p{L}/u.test(letter)) return null
    other += written ?? letter
  }
  return other === typed ? null : other
}
