/** Payments by direct debit: recorded like others, but charged by the direct-debit domain. */
import { eq } from 'drizzle-orm'
import { VAT_PERCENT } from '#src/contract/limits.ts'
import { DAY_MS } from '#src/lib/text/milliseconds.ts'
import type { LocalizedColumns } from '../../platform/db/localized.ts'
import type { Tx } from '../../platform/db/open.ts'
import { payments } from '../../platform/db/schema/checkout.ts'
import { newId } from '../../platform/ids.ts'
import { postPayment } from './ledger.ts'
import type { PaymentRow } from './payments.queries.ts'

const LIFETIME_MS = 7 * DAY_MS

type DebitPayment = Pick<
  PaymentRow,
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

/** Inserts the payment of one period; `total` includes VAT. Returns its id. */
export async function insertDebitPayment(
  tx: Tx,
  { now, ...payment }: DebitPayment,
): Promise<string> {
  const id = newId()
  const net = Math.round((payment.total * 100) / (100 + VAT_PERCENT))
  await tx.insert(payments).values({
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

/** Marks a payment as paid; the caller must hold its lock. */
export async function markDebitPaid(
  tx: Tx,
  payment: PaymentRow,
  refId: string,
  now: Date,
): Promise<void> {
  await tx
    .update(payments)
    .set({
      state: 'paid',
      refId,
      paidAt: now,
      checkAt: null,
      failureReason: null,
      updatedAt: now,
    })
    .where(eq(payments.id, payment.id))
  await postPayment(tx, payment, now)
}
