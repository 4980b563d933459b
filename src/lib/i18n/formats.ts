/** Formats of numbers, dates and lists by language. Separate from languages.ts, which every page loads. */
import type { Localized } from '#src/contract/languages.ts'

/** Locale for Intl. */
export const NUMBER_LOCALE: Localized = { fa: 'fa-IR', en: 'en-GB' }
export const DATE_LOCALE: Localized = {
  fa: 'fa-IR-u-ca-persian-nu-arabext',
  en: 'en-GB-u-ca-gregory-nu-latn',
}
export const CALENDAR: Localized<'jalali' | 'gregorian'> = { fa: 'jalali', en: 'gregorian' }
export const DIGITS: Localized<'persian' | 'latin'> = { fa: 'persian', en: 'latin' }
export const PERCENT_SIGN: Localized = { fa: '٪', en: '%' }
/** Separator between the items of a list. */
export const LIST_COMMA: Localized = { fa: '، ', en: ', ' }
/** True if bills repeat an amount in words. */
export const SPELLS_AMOUNTS: Localized<boolean> = { fa: true, en: false }
