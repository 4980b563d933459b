import type { Language } from '#src/contract/languages.ts'
import { NUMBER_LOCALE, PERCENT_SIGN } from '../i18n/formats.ts'

const cache = new Map<string, Intl.NumberFormat>()

function formatter(language: Language, maximumFractionDigits: number): Intl.NumberFormat {
  const key = `${language}${maximumFractionDigits}`
  const known = cache.get(key)
  if (known) return known
  const made = new Intl.NumberFormat(NUMBER_LOCALE[language], { maximumFractionDigits })
  cache.set(key, made)
  return made
}

/** Formats a number with grouping, in the digits of the language: 1490 is «۱٬۴۹۰» or “1,490”. */
export function formatNumber(value: number, language: Language, fractionDigits = 0): string {
  return formatter(language, fractionDigits).format(value)
}

/** Formats a percentage. `percent` is from 0 to 100. */
export function formatPercent(percent: number, language: Language): string {
  return formatNumber(percent, language) + PERCENT_SIGN[language]
}
