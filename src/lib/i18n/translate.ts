/**
 * The interface of a translator, and how values are inserted into its texts. Pages (page-translate.ts) and islands
 * (island-translate.ts) share it.
 */
import type { Language } from '#src/contract/languages.ts'
import { isolate, isolateLtr } from '../text/bidi.ts'
import { localDigits } from '../text/digits.ts'
import { formatNumber } from '../text/number.ts'
import { formatPrice } from '../text/price.ts'
import type { Key } from './keys.ts'

export type Params = Record<string, string | number>
export type Dictionary = Record<string, string>

/**
 * The text of a key. Numeric parameters are grouped and use the digits of the language, and `count` selects the plural.
 * Texts are inserted unchanged, so isolate foreign ones in the dictionary.
 */
export interface Translate<K extends string = Key> {
  (key: K, params?: Params): string
  language: Language
  /** The text of a key that comes from outside, such as an operation_result; undefined if there is none. */
  find: (key: string, params?: Params) => string | undefined
}

/** Formats that `{{name, format}}` in a dictionary may name. */
const FORMATS: Record<string, (value: string | number, language: Language) => string> = {
  /** Local digits without grouping: years, codes. */
  digits: localDigits,
  /** Foreign text inside a sentence: names, titles, queries. */
  isolate: value => isolate(String(value)),
  /** Clocks, URLs, codes inside a sentence. */
  ltr: value => isolateLtr(String(value)),
  mobile: (value, language) => isolateLtr(localDigits(value, language)),
  /** Rials, shown in tomans. */
  price: formatPrice,
}

/** Formats a value for a text with the format that the placeholder names. */
export function formatValue(
  value: string | number,
  format: string | undefined,
  language: Language,
): string {
  const named = format ? FORMATS[format] : undefined
  if (named) return named(value, language)
  return typeof value === 'number' ? formatNumber(value, language, 2) : value
}
