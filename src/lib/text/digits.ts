import { toLatinDigits } from '#src/contract/digits.ts'
import type { Language } from '#src/contract/languages.ts'
import { DIGITS } from '../i18n/formats.ts'

const PERSIAN_ZERO = 0x06f0

export { toLatinDigits }

export function toPersianDigits(text: string | number): string {
  return String(text).replace(/[0-9]/g, digit =>
    String.fromCharCode(PERSIAN_ZERO + digit.charCodeAt(0) - 0x30),
  )
}

/** Converts digits to those of the language, for display. Values, URLs and the API keep Latin digits. */
export function localDigits(text: string | number, language: Language): string {
  return DIGITS[language] === 'persian'
    ? toPersianDigits(toLatinDigits(String(text)))
    : toLatinDigits(String(text))
}
