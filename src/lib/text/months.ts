import type { Language } from '#src/contract/languages.ts'
import { JALALI_MONTHS } from './vocabulary.ts'

/** Returns the twelve Jalali months in order, for date pickers. */
export function jalaliMonthNames(language: Language): readonly string[] {
  return JALALI_MONTHS[language]
}
