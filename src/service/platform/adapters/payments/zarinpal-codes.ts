import type { Verified } from './gateway.ts'

/** Meaning of each verification code; https://www.zarinpal.com/docs/paymentGateway/errorList */
export const ZARINPAL_CODES: Record<number, Verified['state']> = {
  100: 'paid',
  // Verified earlier: as valid as the first time.
  101: 'paid',
  [-9]: 'pending', // our request does not fit their form
  [-10]: 'pending', // merchant or address
  [-11]: 'pending', // terminal inactive
  [-12]: 'pending', // too many attempts
  [-13]: 'pending', // limit of the terminal
  [-14]: 'pending', // callback of another domain
  [-15]: 'pending', // terminal suspended
  [-16]: 'pending', // level of the merchant
  [-17]: 'pending', // level of the merchant, blue
  [-18]: 'pending', // referrer of another domain
  [-19]: 'pending', // terminal banned
  [-30]: 'pending', // floating wages not allowed
  [-31]: 'pending', // no account for wages
  [-32]: 'pending', // wages above the amount
  [-33]: 'pending', // wages not right
  [-34]: 'pending', // fixed wages above the amount
  [-35]: 'pending', // too many wages
  [-36]: 'pending', // wages below the least
  [-37]: 'pending', // account for wages inactive
  [-38]: 'pending', // wages unfit for the IBAN
  [-39]: 'pending', // error in wages
  [-40]: 'pending', // expire_in
  [-41]: 'pending', // amount above the most
  [-50]: 'mismatch', // another amount than was paid
  [-51]: 'unpaid',
  [-52]: 'pending', // unexpected: ask the support
  [-53]: 'stranger', // authority of another merchant
  [-54]: 'stranger', // no valid authority
  [-55]: 'stranger', // no such transaction
}

/** Returns the meaning of a code. An unknown code decides nothing. */
export function zarinpalVerdict(code: number | null): Verified['state'] {
  return (code !== null && ZARINPAL_CODES[code]) || 'pending'
}
