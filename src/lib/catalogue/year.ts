/** The year of a title: Jalali on Persian pages where the title is Iranian, otherwise Gregorian. */
import type { ContentCard } from '#src/contract/content.ts'
import type { Language } from '#src/contract/languages.ts'
import { CALENDAR } from '../i18n/formats.ts'
import { localDigits } from '../text/digits.ts'

type Made = Pick<ContentCard, 'year' | 'categories'>

/** A Jalali year begins in March: most of a Gregorian year lies in this one. */
const YEARS_BEHIND = 621
const IRAN = 'IR'

/** «۱۴۰۰»; empty where the year is unknown. */
export function titleYear(card: Made, language: Language): string {
  return card.year === null ? '' : localDigits(shownYear(card, card.year, language), language)
}

/** «۱۴۰۰ (۲۰۲۱)»: with the Gregorian year where the other is shown. */
export function titleYears(card: Made, language: Language): string {
  const year = titleYear(card, language)
  if (card.year === null || shownYear(card, card.year, language) === card.year) return year
  return `${year} (${localDigits(card.year, language)})`
}

function shownYear({ categories }: Made, year: number, language: Language): number {
  const isIranian = categories.some(({ type, id }) => type === 'territory' && id === IRAN)
  return isIranian && CALENDAR[language] === 'jalali' ? year - YEARS_BEHIND : year
}
