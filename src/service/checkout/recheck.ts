/** Asks a bank about one payment now, and does what it says. */
import type { BankState } from '../adapters/payments/gateway.ts'
import type { Deps } from '../deps.ts'
import { inquire } from './payments.ts'
import { applyStatus } from './reconcile.ts'
import { refundsOf, sendRefund } from './refunds.ts'
import { findTransaction, SETTLED_STATES, type TransactionRow } from './transactions.queries.ts'

export type Recheck =
  | { state: 'unknown' | 'never_at_bank' | 'direct_debit' }
  | {
      state: 'asked'
      /** Null: the bank gave no answer. */
      bank: BankState | null
      before: TransactionRow['state']
      after: TransactionRow['state']
    }

/**
 * A payment that is open here, or had ended without money, is settled, ended or left as the bank says. A settled one stays; what is owed
 * for it is asked of the bank again.
 */
export async function recheckPayment(deps: Deps, id: string): Promise<Recheck> {
  const row = await findTransaction(deps.db, id)
  if (!row) return { state: 'unknown' }
  if (row.kind === 'direct_debit') return { state: 'direct_debit' }
  if (!row.authority) return { state: 'never_at_bank' }
  const bank = await inquire(deps, row)
  if (bank !== null && SETTLED_STATES.includes(row.state)) await retryRefunds(deps, id)
  else if (bank !== null) await applyStatus(deps, row, bank)
  const after = (await findTransaction(deps.db, id))?.state ?? row.state
  return { state: 'asked', bank, before: row.state, after }
}

async function retryRefunds(deps: Deps, id: string): Promise<void> {
  for (const refund of await refundsOf(deps.db, id))
    if (refund.state === 'requested' || refund.state === 'failed') await sendRefund(deps, refund)
}
