// Schedules inquiries about payments. A payment that ended here is watched as long as its bank may still report it as paid.
import { BANK_HOURS, INVOICE_MINUTES } from '#src/contract/limits.ts'
import { HOUR_MS, MINUTE_MS } from '#src/lib/text/milliseconds.ts'
import type { PaymentRow } from './payments.queries.ts'

/** A bank's page stays open a little longer than the invoice. */
const GRACE_MS = 15 * MINUTE_MS
/** Pauses between two inquiries. All are shorter than RECONCILE_MINUTES, so that a late payment is found in time. */
const PAUSE = { open: 2 * MINUTE_MS, ended: 10 * MINUTE_MS, silent: HOUR_MS } as const
/** Additional time for which a bank that returns only invalid answers is asked. */
const SILENCE = 6 * 24 * HOUR_MS

type InquiredPayment = Pick<PaymentRow, 'gateway' | 'authority' | 'redirectedAt'>

/** Returns the time after which the bank can no longer change a payment to paid, or null. */
function bankDeadline({ gateway, redirectedAt }: InquiredPayment): Date | null {
  const hours = (BANK_HOURS as Record<string, number>)[gateway ?? ''] ?? BANK_HOURS.other
  return redirectedAt && new Date(redirectedAt.getTime() + hours * HOUR_MS)
}

/** True if the payer can no longer pay on the bank's page. */
export function isPastGrace({ expiresAt }: Pick<PaymentRow, 'expiresAt'>, now: Date): boolean {
  return now.getTime() >= expiresAt.getTime() + GRACE_MS
}

/** Returns the milliseconds until the next inquiry. */
export function inquiryInterval(row: InquiredPayment, now: Date): number {
  const age = now.getTime() - (row.redirectedAt?.getTime() ?? 0)
  if (age < INVOICE_MINUTES * MINUTE_MS + GRACE_MS) return PAUSE.open
  return isPastBankDeadline(row, now) ? PAUSE.silent : PAUSE.ended
}

/** Returns the next inquiry about a payment that ended here; null if its bank can no longer change it. */
export function nextInquiryAt(row: InquiredPayment, now: Date): Date | null {
  if (!row.authority || isPastBankDeadline(row, now)) return null
  return new Date(now.getTime() + inquiryInterval(row, now))
}

export function isPastBankDeadline(row: InquiredPayment, now: Date, bankIsSilent = false): boolean {
  const end = bankDeadline(row)
  return !end || now.getTime() >= end.getTime() + (bankIsSilent ? SILENCE : 0)
}
