// Normalised text is computed here, on write, and never by SQL: engines and their locales differ.
import { toLatinDigits } from './digits.ts'

const PRESENTATION_FORMS = /[\ufb50-\ufdff\ufe70-\ufefc]/g
const INVISIBLE = /[\u00ad\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: PostgreSQL refuses NUL, screens the rest
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g
const TATWEEL_AND_HAMZA = /[\u0640\u0621]/g

const ALPHABET = 'آابپتثجچحخدذرزژسشصضطظعغفقکگلمنوهی'
const SORT_WEIGHT = new Map(
  [...ALPHABET].map((letter, index) => [letter, String.fromCharCode(0x3041 + index)]),
)

/**
 * Text as it is stored: the meaning, the ZWNJ and the line breaks stay; Arabic yeh and kaf become Persian,
 * presentation forms become letters, bidi and other control characters go.
 */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replace(CONTROLS, '')
    .replace(INVISIBLE, '')
    .replace(PRESENTATION_FORMS, form => form.normalize('NFKC'))
    .normalize('NFC')
    .replace(/[\u064a\u0649]/g, 'ی')
    .replace(/\u0643/g, 'ک')
    .replace(/[\u06d5\u06c1]/g, 'ه')
    .normalize('NFC')
    .replace(/[\t\u00a0 ]+/g, ' ')
    .replace(/[ \u200c]{2,}/g, run => (run.includes(' ') ? ' ' : '\u200c'))
    .replace(/[ \u200c]*\n[ \u200c]*/g, '\n')
    .replace(/^[\s\u200c]+|[\s\u200c]+$/g, '')
}

/**
 * Folds spellings of one letter together, character by character: the fold of two texts joined is
 * their folds joined, so that highlighting can map a match back to the characters it came from.
 */
export function fold(text: string): string {
  return toLatinDigits(text.normalize('NFKD').toLowerCase())
    .replace(/\p{M}+/gu, '')
    .replace(INVISIBLE, '')
    .replace(TATWEEL_AND_HAMZA, '')
    .replace(/[\u064a\u0649\u06d2]/g, 'ی')
    .replace(/[\u0643\u06aa]/g, 'ک')
    .replace(/[\u0629\u06d5\u06c1\u06be]/g, 'ه')
    .replace(/\u0671/g, 'ا')
}

/** Only letters, digits and single spaces: what search columns hold and queries are compared by. */
export function searchText(text: string): string {
  return fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .normalize('NFC')
}

/** Sorts in the order of the Persian alphabet when compared byte by byte (`COLLATE "C"`). */
export function sortKey(text: string): string {
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
