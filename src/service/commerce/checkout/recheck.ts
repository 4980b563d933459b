/** Asks a bank about one payment now and applies the answer. */
import type { BankState } from '../../platform/adapters/payments/gateway.ts'
import type { Deps } from '../../platform/deps.ts'
import { findPaymentRow, type PaymentRow, SETTLED_STATES } from './payments.queries.ts'
import { inquireAtBank } from './payments.ts'
import { applyBankState } from './reconcile.ts'
import { listRefundsOf, sendRefund } from './refunds.ts'

export type Recheck =
  | { state: 'unknown' | 'never_at_bank' | 'direct_debit' }
  | {
      state: 'asked'
      /** State at the bank; null if it gave no answer. */
      bank: BankState | null
      before: PaymentRow['state']
      after: PaymentRow['state']
    }

/**
 * Settles, ends or leaves a payment that is open or ended without money, as the bank reports. A settled payment stays as it is, but its
 * open refunds are requested again.
 */
export async function recheckPayment(deps: Deps, id: string): Promise<Recheck> {
  const row = await findPaymentRow(deps.db, id)
  if (!row) return { state: 'unknown' }
  if (row.kind === 'direct_debit') return { state: 'direct_debit' }
  if (!row.authority) return { state: 'never_at_bank' }
  const bank = await inquireAtBank(deps, row)
  if (bank !== null && SETTLED_STATES.includes(row.state)) await retryRefunds(deps, id)
  else if (bank !== null) await applyBankState(deps, row, bank)
  const after = (await findPaymentRow(deps.db, id))?.state ?? row.state
  return { state: 'asked', bank, before: row.state, after }
}

async function retryRefunds(deps: Deps, id: string): Promise<void> {
  for (const refund of await listRefundsOf(deps.db, id))
    if (refund.state === 'requested' || refund.state === 'failed') await sendRefund(deps, refund)
}
