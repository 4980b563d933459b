/** The Jalali months, seasons and years that the report offers, the present one first. */
import type { Language } from '#src/contract/languages.ts'
import { localDigits } from '#src/lib/text/digits.ts'
import { toJalali } from '#src/lib/text/jalali.ts'
import { jalaliMonthNames } from '#src/lib/text/months.ts'

const MONTHS = 24
const SEASONS = 8
const YEARS = 5

export type WholePeriod = 'month' | 'season' | 'year'
/** The value of `report run`, such as 1405-09, and what a member reads. */
type Choice = { id: string; name: string }

/** @param seasons names of the four seasons, from spring on */
export function reportPeriods(
  now: Date,
  language: Language,
  seasons: readonly string[],
): Record<WholePeriod, Choice[]> {
  const { year, month } = toJalali(now)
  const names = jalaliMonthNames(language)
  const yearName = (of: number) => localDigits(String(of), language)
  const named = (name: string | undefined, of: number) => `${name} ${yearName(of)}`
  const season = Math.ceil(month / 3)
  return {
    month: countdown(year * 12 + month - 1, MONTHS).map(at => {
      const [of, index] = [Math.floor(at / 12), at % 12]
      return { id: `${of}-${String(index + 1).padStart(2, '0')}`, name: named(names[index], of) }
    }),
    season: countdown(year * 4 + season - 1, SEASONS).map(at => {
      const [of, index] = [Math.floor(at / 4), at % 4]
      return { id: `${of}-${index + 1}`, name: named(seasons[index], of) }
    }),
    year: countdown(year, YEARS).map(of => ({ id: String(of), name: yearName(of) })),
  }
}

function countdown(from: number, count: number): number[] {
  return Array.from({ length: count }, (_, back) => from - back)
}
