import { and, asc, eq, inArray, ne } from 'drizzle-orm'
import { GatewayError } from '../../platform/adapters/payments/gateway.ts'
import { isProviderPause } from '../../platform/adapters/provider-work.ts'
import { inTransaction, type Queryable } from '../../platform/db/open.ts'
import { payments, refunds } from '../../platform/db/schema/checkout.ts'
import type { Deps } from '../../platform/deps.ts'
import { requireGateway } from './gateways.ts'
import { postPaidRefund } from './ledger.ts'
import { findPaymentRow, lockPayment } from './payments.queries.ts'

export type RefundRow = typeof refunds.$inferSelect

const TRIES = 12
const PAUSE = 60_000

/** Returns all refunds of a payment, oldest first. */
export async function listRefundsOf(db: Queryable, paymentId: string): Promise<RefundRow[]> {
  return db
    .select()
    .from(refunds)
    .where(eq(refunds.paymentId, paymentId))
    .orderBy(asc(refunds.createdAt), asc(refunds.id))
}

/**
 * Asks the bank to refund a payment. After the last attempt an operator must pay it; the ledger shows the amount that is owed. @throws
 * GatewayError if the bank cannot be asked now
 */
export async function sendRefund(deps: Deps, refund: RefundRow): Promise<void> {
  const row = await findPaymentRow(deps.db, refund.paymentId)
  if (!row?.authority) return
  if (await isReversed(deps, row.gateway, row.authority)) {
    await completeRefund(deps, refund, null)
    return
  }
  const attempts = refund.attempts + 1
  const isLast = attempts >= TRIES
  const now = await deps.databaseNow(deps.db)
  if (isLast) deps.log.error({ payment: row.id }, 'a refund must be paid by hand')
  await deps.db
    .update(refunds)
    .set({
      attempts,
      state: isLast ? 'failed' : 'requested',
      nextAttemptAt: new Date(now.getTime() + PAUSE * attempts),
    })
    .where(and(eq(refunds.id, refund.id), inArray(refunds.state, ['requested', 'sent'])))
}

/** Ignores that a bank is paused, because the reconciliation repeats the work. @throws any other error */
export function ignorePause(error: unknown): void {
  if (!isProviderPause(error)) throw error
}

/** Marks a refund as paid, by the bank or by hand. Returns false if it was already marked. */
export async function completeRefund(
  { db, databaseNow }: Pick<Deps, 'db' | 'databaseNow'>,
  { id, paymentId, amount }: Pick<RefundRow, 'id' | 'paymentId' | 'amount'>,
  providerRef: string | null,
): Promise<boolean> {
  return inTransaction(db, async tx => {
    const row = await lockPayment(tx, paymentId)
    const now = await databaseNow(tx)
    const done = await tx
      .update(refunds)
      .set({ state: 'done', doneAt: now, providerRef })
      .where(and(eq(refunds.id, id), ne(refunds.state, 'done')))
      .returning({ id: refunds.id })
    if (done.length > 0) await postPaidRefund(tx, row, { id, amount }, now)
    return done.length > 0
  })
}

/** Returns the refunds that are not paid yet, oldest first. */
export async function listOpenRefunds(db: Queryable) {
  return db
    .select({ refund: refunds, payment: payments })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(ne(refunds.state, 'done'))
    .orderBy(asc(refunds.createdAt), asc(refunds.id))
}

async function isReversed(deps: Deps, gatewayId: string | null, authority: string) {
  try {
    const gateway = requireGateway(deps, gatewayId)
    if (await gateway.reverse(authority)) return true
    return (await gateway.inquire(authority)) === 'reversed'
  } catch (error) {
    // A paused bank has not refused, so this attempt is not counted.
    if (error instanceof GatewayError && error.kind !== 'paused') return false
    throw error
  }
}
