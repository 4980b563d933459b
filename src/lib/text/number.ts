import type { Language } from './language.ts'

const LOCALE = { fa: 'fa-IR', en: 'en-GB' } as const

const cache = new Map<string, Intl.NumberFormat>()

function formatter(language: Language, maximumFractionDigits: number): Intl.NumberFormat {
  const key = `${language}${maximumFractionDigits}`
  const known = cache.get(key)
  if (known) return known
  const made = new Intl.NumberFormat(LOCALE[language], { maximumFractionDigits })
  cache.set(key, made)
  return made
}

/** Grouped, in the digits of the language: 1490 is «۱٬۴۹۰» or “1,490”. */
export function formatNumber(value: number, language: Language, fractionDigits = 0): string {
  return formatter(language, fractionDigits).format(value)
}

/** `percent` counts from 0 to 100. */
export function formatPercent(percent: number, language: Language): string {
  return formatNumber(percent, language) + (language === 'fa' ? '٪' : '%')
}
