import type { Language } from '#src/contract/languages.ts'
import { localDigits } from '../text/digits.ts'

/** The count in the text for several days that a cached page holds. */
export const SAMPLE_DAYS = 7

/** How many days of the subscription are left; `many` is the text for SAMPLE_DAYS. */
export function remainingText(
  days: number,
  { one, many }: { one: string; many: string },
  language: Language,
): string {
  if (days === 1) return one
  return many.replace(localDigits(SAMPLE_DAYS, language), localDigits(days, language))
}
