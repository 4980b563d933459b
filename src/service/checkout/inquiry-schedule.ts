// When a payment is asked about next. One that ended here is still watched while its bank may call it paid.
import { BANK_HOURS, INVOICE_MINUTES } from '#src/contract/limits.ts'
import type { TransactionRow } from './transactions.queries.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** A bank's page outlives the invoice a little. */
const GRACE_MS = 15 * MINUTE
/** Pauses between two inquiries. All are shorter than RECONCILE_MINUTES, so that a late payment is found in time. */
const PAUSE = { open: 2 * MINUTE, ended: 10 * MINUTE, silent: HOUR } as const
/** A bank that only ever answers nonsense is asked for so long after its time. */
const SILENCE = 6 * 24 * HOUR

type InquiredPayment = Pick<TransactionRow, 'gateway' | 'authority' | 'redirectedAt'>

/** After this the bank does not call a payment paid that it has not called so before. */
export function bankDeadline({ gateway, redirectedAt }: InquiredPayment): Date | null {
  const hours = (BANK_HOURS as Record<string, number>)[gateway ?? ''] ?? BANK_HOURS.other
  return redirectedAt && new Date(redirectedAt.getTime() + hours * HOUR)
}

/** Nobody can pay at the bank's page any more. */
export function isPastGrace({ expiresAt }: Pick<TransactionRow, 'expiresAt'>, now: Date): boolean {
  return now.getTime() >= expiresAt.getTime() + GRACE_MS
}

/** Milliseconds from one inquiry to the next. */
export function inquiryInterval(row: InquiredPayment, now: Date): number {
  const age = now.getTime() - (row.redirectedAt?.getTime() ?? 0)
  if (age < INVOICE_MINUTES * MINUTE + GRACE_MS) return PAUSE.open
  return isPastBankDeadline(row, now) ? PAUSE.silent : PAUSE.ended
}

/** When a payment that ended here is asked about again; null when its bank has no more to say. */
export function nextInquiryAt(row: InquiredPayment, now: Date): Date | null {
  if (!row.authority || isPastBankDeadline(row, now)) return null
  return new Date(now.getTime() + inquiryInterval(row, now))
}

export function isPastBankDeadline(row: InquiredPayment, now: Date, bankIsSilent = false): boolean {
  const end = bankDeadline(row)
  return !end || now.getTime() >= end.getTime() + (bankIsSilent ? SILENCE : 0)
}
