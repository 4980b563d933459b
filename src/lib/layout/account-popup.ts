import type { Language } from '#src/contract/languages.ts'
import { localDigits } from '../text/digits.ts'

/** Number of days in the sample text that a cached page contains. */
export const SAMPLE_DAYS = 7

/** Returns how many days of the subscription remain. `many` is the text for SAMPLE_DAYS. */
export function remainingDaysText(
  days: number,
  { one, many }: { one: string; many: string },
  language: Language,
): string {
  if (days === 1) return one
  return many.replace(localDigits(SAMPLE_DAYS, language), localDigits(days, language))
}
