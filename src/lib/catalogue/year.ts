/** The year of a title: on Persian pages Jalali for Iranian titles, otherwise Gregorian. */
import type { ContentCard } from '#src/contract/content.ts'
import type { Language } from '#src/contract/languages.ts'
import { CALENDAR } from '../i18n/formats.ts'
import { localDigits } from '../text/digits.ts'

type Made = Pick<ContentCard, 'year' | 'categories' | 'flag'>

/** A Jalali year begins in March, so most of a Gregorian year lies in this one. */
const YEARS_BEHIND = 621
const IRAN = 'IR'

/** Returns «۱۴۰۰», or an empty text if the year is unknown, and for a live channel, which no year describes. */
export function titleYear(card: Made, language: Language): string {
  if (card.year === null || card.flag.includes('live')) return ''
  return localDigits(shownYear(card, card.year, language), language)
}

/** Returns «۱۴۰۰ (۲۰۲۱)»: the Jalali year, if shown, is followed by the Gregorian one. */
export function titleYears(card: Made, language: Language): string {
  const year = titleYear(card, language)
  if (!year || card.year === null || shownYear(card, card.year, language) === card.year) return year
  return `${year} (${localDigits(card.year, language)})`
}

function shownYear({ categories }: Made, year: number, language: Language): number {
  const isIranian = categories.some(({ type, id }) => type === 'territory' && id === IRAN)
  return isIranian && CALENDAR[language] === 'jalali' ? year - YEARS_BEHIND : year
}
