// Money is an integer number of rials everywhere; viewers read tomans, a tenth of it (spec section 3).

import type { Language } from '#src/contract/languages.ts'
import { VAT_PERCENT } from '#src/contract/limits.ts'
import { toLatinDigits } from './digits.ts'
import { formatNumber } from './number.ts'
import { CURRENCY } from './vocabulary.ts'

const CURRENCY_WORDS = /ریال|ريال|﷼|تومان|تومن|\b(?:rials?|tomans?|irr|irt)\b/gi

/** Removes the currency word: “1,490,000 ریال” becomes “1,490,000”. */
export function stripCurrency(text: string): string {
  return text.replace(CURRENCY_WORDS, '').replace(/\s+/g, ' ').trim()
}

/** Returns the rials in a number or in a text of the server such as «۱٬۴۹۰٬۰۰۰ ریال»; null if it contains none. */
export function parseRials(price: number | string): number | null {
  if (typeof price === 'number') return Number.isFinite(price) ? price : null
  const digits = toLatinDigits(stripCurrency(price)).replace(/[,٬،\s]/g, '')
  return /^-?\d+$/.test(digits) ? Number(digits) : null
}

/** Formats tomans without the word, for tables that name the unit once. */
export function formatTomans(rials: number, language: Language): string {
  return formatNumber(rials / 10, language, 1)
}

/** Formats `1490000` as «۱۴۹٬۰۰۰ تومان» or “149,000 tomans”; a text without a number is returned unchanged. */
export function formatPrice(price: number | string, language: Language): string {
  const rials = parseRials(price)
  if (rials === null) return stripCurrency(String(price))
  return `${formatTomans(rials, language)} ${CURRENCY[language]}`
}

/** Returns the value-added tax on an integer number of rials, rounded to whole rials. */
export function computeVat(rials: number): number {
  return Math.round((rials * VAT_PERCENT) / 100)
}
