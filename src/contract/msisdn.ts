// Free of zod, because the sign-in form loads it.
import { toLatinDigits } from './digits.ts'

/** Characters that contacts, browsers and messengers put between digits: blanks, any dash, dots, slashes, brackets, bidi marks and other invisible signs. */
const BETWEEN_DIGITS = /[\s\p{Pd}\u2212.·•/\\()\p{Cf}]/gu
const URL_SCHEME = /^(?:tel|callto|sms):/i

/**
 * Returns a mobile number as the service stores it, `09…` with 11 digits, or null (spec section 5). After 0, 98, 0098
 * or +98 come a 9 and nine digits, in any digits; a 0 may follow the country code, as in `+98 0912…`.
 */
export function normaliseMsisdn(typed: string): string | null {
  const bare = toLatinDigits(typed.normalize('NFKC'))
    .replace(BETWEEN_DIGITS, '')
    .replace(URL_SCHEME, '')
  const match = /^(?:0|(?:98|0098|\+98)0?)(9\d{9})$/.exec(bare)
  return match ? `0${match[1]}` : null
}
