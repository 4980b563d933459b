/** Text typed with the wrong keyboard layout: Persian with the English one, and the other way round. */
import { cleanText } from './normalise.ts'

/** Keys of the English layout, and what the Persian standard layout (ISIRI 9147) has in their place. */
const KEYS: readonly (readonly [latin: string, persian: string])[] = [
  ['qwertyuiop[]', 'ضصثقفغعهخحجچ'],
  ["asdfghjkl;'", 'شسیبلاتنمکگ'],
  ['zxcvbnm,', 'ظطزرذدپو'],
  // With shift; older layouts have a key of their own for them.
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
// Keys of their own or with shift in one of the layouts: M is ئ on older ones.
for (const [letter, key] of Object.entries({ ئ: 'm', ؤ: 'a', إ: 'f', ة: 'j' }))
  toLatin.set(letter, key)

/** Whether letters are next to signs that are letters in the other layout, as in “lhvl,g;”, but not in “Ocean's 11”. Some names have them, too. */
export function looksWrong(text: string): boolean {
  const words = text.replace(/(?<=[a-z])'(?=(?:d|ll|m|re|s|t|ve)\b)/gi, '')
  return /[[\];',`\\][a-z[\];',]|[a-z][[\];',`\\]/i.test(words) && inOtherLayout(text) !== null
}

/** Whether it has signs that are letters in the other layout and stand in hardly any name, as in “]ali” for «چشمه»; names have apostrophes and commas. */
export function hasLayoutSigns(text: string): boolean {
  return /[[\];`\\]/.test(text)
}

/**
 * What the same keys write in the other layout; digits, spaces and signs without a letter there stay. Null where a letter has no key, no
 * key writes another letter, or the text mixes both scripts.
 */
export function inOtherLayout(text: string): string | null {
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
