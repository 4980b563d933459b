// Normalised text is computed here on write, never by SQL, because engines and their locales differ.
import { toLatinDigits } from './digits.ts'
import { toPersianLetters } from './persian-letters.ts'

const INVISIBLE = /[\u00ad\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: PostgreSQL refuses NUL, screens the rest
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g
const TATWEEL_AND_HAMZA = /[\u0640\u0621]/g

const ALPHABET = 'آابپتثجچحخدذرزژسشصضطظعغفقکگلمنوهی'
const SORT_WEIGHT = new Map(
  [...ALPHABET].map((letter, index) => [letter, String.fromCharCode(0x3041 + index)]),
)

/**
 * Returns text for storage. Meaning, ZWNJ and line breaks are kept; Arabic yeh and kaf become Persian, presentation
 * forms become letters, and bidi and other control characters are removed.
 */
export function cleanText(text: string): string {
  const visible = text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replace(CONTROLS, '')
    .replace(INVISIBLE, '')
  return toPersianLetters(visible)
    .replace(/[\u06d5\u06c1]/g, 'ه')
    .normalize('NFC')
    .replace(/[\t\u00a0 ]+/g, ' ')
    .replace(/[ \u200c]{2,}/g, run => (run.includes(' ') ? ' ' : '\u200c'))
    .replace(/[ \u200c]*\n[ \u200c]*/g, '\n')
    .replace(/^[\s\u200c]+|[\s\u200c]+$/g, '')
}

/**
 * Folds spellings of one letter together, character by character: folding a concatenation equals concatenating the
 * folds, so that highlighting can map a match back to its original characters.
 */
export function foldLetters(text: string): string {
  return toLatinDigits(text.normalize('NFKD').toLowerCase())
    .replace(/\p{M}+/gu, '')
    .replace(INVISIBLE, '')
    .replace(TATWEEL_AND_HAMZA, '')
    .replace(/[\u064a\u0649\u06d2]/g, 'ی')
    .replace(/[\u0643\u06aa]/g, 'ک')
    .replace(/[\u0629\u06d5\u06c1\u06be]/g, 'ه')
    .replace(/\u0671/g, 'ا')
}

/** Reduces a text to letters, digits and single spaces, for search columns and queries. */
export function searchText(text: string): string {
  return foldLetters(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .normalize('NFC')
}

/** Returns a key that sorts in the order of the Persian alphabet when compared byte by byte (`COLLATE "C"`). */
export function alphabetSortKey(text: string): string {
  return toLatinDigits(cleanText(text))
    .toLowerCase()
    .replace(/[\u00c0-\u024f]/g, letter => letter.normalize('NFD'))
    .replace(/[ۀة]/g, 'ه')
    .replace(/ؤ/g, 'و')
    .replace(/ئ/g, 'ی')
    .replace(/[أإٱ]/g, 'ا')
    .replace(TATWEEL_AND_HAMZA, '')
    .replace(/[\p{M}\u200c\u200d]+/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/\d+/g, digits => digits.padStart(6, '0'))
    .replace(/[a-z]/g, letter => String.fromCharCode(0x3100 + letter.charCodeAt(0)))
    .replace(/[آ-ی]/g, letter => SORT_WEIGHT.get(letter) ?? letter)
}
