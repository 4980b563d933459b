import type { Language } from '#src/contract/languages.ts'
import { DIGITS } from '../i18n/formats.ts'

const PERSIAN_ZERO = 0x06f0

/** Persian and Arabic-Indic digits to ASCII; everything else stays. */
export function toLatinDigits(text: string): string {
  return text.replace(/[\u06f0-\u06f9\u0660-\u0669]/g, digit => String(digit.charCodeAt(0) & 0xf))
}

export function toPersianDigits(text: string | number): string {
  return String(text).replace(/[0-9]/g, digit =>
    String.fromCharCode(PERSIAN_ZERO + digit.charCodeAt(0) - 0x30),
  )
}

/** Digits as the language shows them; values, URLs and the API keep Latin ones. */
export function localDigits(text: string | number, language: Language): string {
  return DIGITS[language] === 'persian'
    ? toPersianDigits(toLatinDigits(String(text)))
    : toLatinDigits(String(text))
}
