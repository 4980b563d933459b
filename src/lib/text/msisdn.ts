import { toLatinDigits } from './digits.ts'

/**
 * A mobile number as the service knows it, `09…` with 11 digits, or null (spec section 5): after 0, 98,
 * 0098 or +98 come a 9 and nine digits, in any digits, with the spaces and dashes people type.
 */
export function normaliseMsisdn(typed: string): string | null {
  const bare = toLatinDigits(typed).replace(/[\s\-()\u200c-\u200f\u202a-\u202e\u2066-\u2069]/g, '')
  const match = /^(?:0|98|0098|\+98)(9\d{9})$/.exec(bare)
  return match ? `0${match[1]}` : null
}

/** 0912***4567, for messages and logs. */
export function maskMsisdn(msisdn: string): string {
  return `${msisdn.slice(0, 4)}***${msisdn.slice(-4)}`
}
