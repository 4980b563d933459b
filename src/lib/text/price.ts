// Money is an integer number of rials everywhere; people read tomans, a tenth of it (spec section 3).

import type { Language } from '#src/contract/languages.ts'
import { VAT_PERCENT } from '#src/contract/limits.ts'
import { toLatinDigits } from './digits.ts'
import { formatNumber } from './number.ts'
import { CURRENCY } from './vocabulary.ts'

const CURRENCY_WORDS = /ریال|ريال|﷼|تومان|تومن|\b(?:rials?|tomans?|irr|irt)\b/gi

/** “1,490,000 ریال” without its currency word. */
export function stripCurrency(text: string): string {
  return text.replace(CURRENCY_WORDS, '').replace(/\s+/g, ' ').trim()
}

/** The rials in a number or in a text of the server such as «۱٬۴۹۰٬۰۰۰ ریال»; null when there are none. */
export function parseRials(price: number | string): number | null {
  if (typeof price === 'number') return Number.isFinite(price) ? price : null
  const digits = toLatinDigits(stripCurrency(price)).replace(/[,٬،\s]/g, '')
  return /^-?\d+$/.test(digits) ? Number(digits) : null
}

/** The number of tomans without the word, for tables that name the unit once. */
export function formatTomans(rials: number, language: Language): string {
  return formatNumber(rials / 10, language, 1)
}

/** `1490000` is «۱۴۹٬۰۰۰ تومان» or “149,000 tomans”; a text without a number comes back as it is. */
export function formatPrice(price: number | string, language: Language): string {
  const rials = parseRials(price)
  if (rials === null) return stripCurrency(String(price))
  return `${formatTomans(rials, language)} ${CURRENCY[language]}`
}

/** The value-added tax on an integer number of rials, rounded to whole rials. */
export function vatOf(rials: number): number {
  return Math.round((rials * VAT_PERCENT) / 100)
}
