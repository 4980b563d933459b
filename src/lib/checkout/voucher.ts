// State machine of the voucher field: typing, waiting, success (spec section 4).
import type { VoucherInfo } from '#src/contract/checkout.ts'
import { toLatinDigits } from '../text/digits.ts'

const CODE = /^[A-Z0-9]{1,20}-[A-Z0-9]{1,20}$/

export type VoucherState =
  | { step: 'typing'; text: string; error: string | null }
  | { step: 'waiting'; text: string }
  | { step: 'success'; text: string; info: VoucherInfo }

type VoucherEvent =
  | { type: 'typed'; text: string }
  | { type: 'submitted'; text: string }
  | { type: 'accepted'; text: string; info: VoucherInfo }
  | { type: 'rejected'; text: string; error: string }
  | { type: 'cancelled' }

export function emptyVoucher(text = ''): VoucherState {
  return { step: 'typing', text, error: null }
}

/**
 * Returns the next state. The response to a code that has been cancelled or changed is ignored; the typed text is never
 * lost.
 */
export function nextVoucher(state: VoucherState, event: VoucherEvent): VoucherState {
  if (event.type === 'typed') return { step: 'typing', text: event.text, error: null }
  if (event.type === 'submitted') return { step: 'waiting', text: event.text }
  if (event.type === 'cancelled') return emptyVoucher()
  if (state.step !== 'waiting' || state.text !== event.text) return state
  if (event.type === 'rejected') return { step: 'typing', text: event.text, error: event.error }
  return { step: 'success', text: event.text, info: event.info }
}

/** True if a code was typed but not submitted: paying now would lose its discount. */
export function hasUnsubmittedCode(state: VoucherState): boolean {
  return state.step === 'typing' && state.text.trim() !== '' && state.error === null
}

/** Returns the normalised code; null for a text that is not two parts joined by a hyphen (spec section 5). */
export function parseVoucherCode(text: string): string | null {
  const code = toLatinDigits(text).trim().toUpperCase()
  return CODE.test(code) ? code : null
}
