/** How each language writes numbers, dates and lists. Apart from languages.ts, which every page loads. */
import type { Localized } from '#src/contract/languages.ts'

/** For Intl. */
export const NUMBER_LOCALE: Localized = { fa: 'fa-IR', en: 'en-GB' }
export const DATE_LOCALE: Localized = {
  fa: 'fa-IR-u-ca-persian-nu-arabext',
  en: 'en-GB-u-ca-gregory-nu-latn',
}
export const CALENDAR: Localized<'jalali' | 'gregorian'> = { fa: 'jalali', en: 'gregorian' }
export const DIGITS: Localized<'persian' | 'latin'> = { fa: 'persian', en: 'latin' }
export const PERCENT_SIGN: Localized = { fa: '٪', en: '%' }
/** Between the items of a list. */
export const LIST_COMMA: Localized = { fa: '، ', en: ', ' }
