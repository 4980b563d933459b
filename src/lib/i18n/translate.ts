/** What a translator is, and how values stand in its texts: the same in pages (page-translate.ts) and in islands (island-translate.ts). */
import type { Language } from '#src/contract/languages.ts'
import { isolate, isolateLtr } from '../text/bidi.ts'
import { localDigits } from '../text/digits.ts'
import { formatNumber } from '../text/number.ts'
import { formatPrice } from '../text/price.ts'
import type { Key } from './keys.ts'

export type Params = Record<string, string | number>
export type Dictionary = Record<string, string>

/**
 * The text of a key. Numbers among the parameters are grouped and shown in the digits of the language, and
 * `count` chooses the plural; texts are put in as they are, so isolate foreign ones in the dictionary.
 */
export interface Translate<K extends string = Key> {
  (key: K, params?: Params): string
  language: Language
  /** The text of a key that comes from outside, such as an operation_result; undefined if there is none. */
  find: (key: string, params?: Params) => string | undefined
}

/** What `{{name, format}}` may say in a dictionary. */
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

/** A value as it stands in a text, by the format that the placeholder names. */
export function formatValue(
  value: string | number,
  format: string | undefined,
  language: Language,
): string {
  const named = format ? FORMATS[format] : undefined
  if (named) return named(value, language)
  return typeof value === 'number' ? formatNumber(value, language, 2) : value
}
