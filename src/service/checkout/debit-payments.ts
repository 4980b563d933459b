/** Payments by direct debit: recorded as transactions, but charged by the direct-debit domain. */
import { eq } from 'drizzle-orm'
import { VAT_PERCENT } from '#src/contract/limits.ts'
import type { LocalizedColumns } from '../db/localized.ts'
import type { Tx } from '../db/open.ts'
import { transactions } from '../db/schema/checkout.ts'
import { newId } from '../ids.ts'
import { postPaid } from './ledger.ts'
import type { TransactionRow } from './transactions.queries.ts'

const LIFETIME_MS = 7 * 86_400_000

type DebitPayment = Pick<
  TransactionRow,
  | 'userId'
  | 'packageId'
  | 'contractId'
  | 'durationDays'
  | 'total'
  | 'gateway'
  | 'authority'
  | 'language'
  | 'returnPath'
> &
  LocalizedColumns<'title'> & { now: Date }

/** Inserts the payment of one period; `total` includes VAT. @returns its id */
export async function insertDebitPayment(
  tx: Tx,
  { now, ...payment }: DebitPayment,
): Promise<string> {
  const id = newId()
  const net = Math.round((payment.total * 100) / (100 + VAT_PERCENT))
  await tx.insert(transactions).values({
    id,
    ...payment,
    kind: 'direct_debit',
    price: net,
    vatPercent: VAT_PERCENT,
    vat: payment.total - net,
    state: 'verifying',
    createdAt: now,
    updatedAt: now,
    expiresAt: new Date(now.getTime() + LIFETIME_MS),
  })
  return id
}

/** `payment` is locked by the caller. */
export async function markDebitPaid(
  tx: Tx,
  payment: TransactionRow,
  refId: string,
  now: Date,
): Promise<void> {
  await tx
    .update(transactions)
    .set({
      state: 'paid',
      refId,
      paidAt: now,
      checkAt: null,
      failureReason: null,
      updatedAt: now,
    })
    .where(eq(transactions.id, payment.id))
  await postPaid(tx, payment, now)
}
