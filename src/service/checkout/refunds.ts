import { and, asc, eq, inArray, ne } from 'drizzle-orm'
import { GatewayError } from '../adapters/payments/gateway.ts'
import { inTransaction, type Queryable } from '../db/open.ts'
import { refunds, transactions } from '../db/schema/checkout.ts'
import type { Deps } from '../deps.ts'
import { gatewayOf } from './gateways.ts'
import { postRefunded } from './ledger.ts'
import { findTransaction, lockTransaction } from './transactions.queries.ts'

export type RefundRow = typeof refunds.$inferSelect

const TRIES = 12
const PAUSE = 60_000

/** All of a payment, the oldest first. */
export async function refundsOf(db: Queryable, transactionId: string): Promise<RefundRow[]> {
  return db
    .select()
    .from(refunds)
    .where(eq(refunds.transactionId, transactionId))
    .orderBy(asc(refunds.createdAt), asc(refunds.id))
}

/**
 * Asks the bank to take a payment back. After the last try it waits for a person: the ledger says what is owed.
 * @throws GatewayError when the bank is not asked now
 */
export async function sendRefund(deps: Deps, refund: RefundRow): Promise<void> {
  const row = await findTransaction(deps.db, refund.transactionId)
  if (!row?.authority) return
  if (await isReversed(deps, row.gateway, row.authority)) {
    await completeRefund(deps, refund, null)
    return
  }
  const attempts = refund.attempts + 1
  const isLast = attempts >= TRIES
  const now = await deps.databaseNow(deps.db)
  if (isLast) deps.log.error({ transaction: row.id }, 'refund needs a person')
  await deps.db
    .update(refunds)
    .set({
      attempts,
      state: isLast ? 'failed' : 'requested',
      nextAttemptAt: new Date(now.getTime() + PAUSE * attempts),
    })
    .where(and(eq(refunds.id, refund.id), inArray(refunds.state, ['requested', 'sent'])))
}

/** The money is back, by the bank or by a person's hand. Once; false when it was already. */
export async function completeRefund(
  { db, databaseNow }: Pick<Deps, 'db' | 'databaseNow'>,
  { id, transactionId, amount }: Pick<RefundRow, 'id' | 'transactionId' | 'amount'>,
  providerRef: string | null,
): Promise<boolean> {
  return inTransaction(db, async tx => {
    const row = await lockTransaction(tx, transactionId)
    const now = await databaseNow(tx)
    const done = await tx
      .update(refunds)
      .set({ state: 'done', doneAt: now, providerRef })
      .where(and(eq(refunds.id, id), ne(refunds.state, 'done')))
      .returning({ id: refunds.id })
    if (done.length > 0) await postRefunded(tx, row, { id, amount }, now)
    return done.length > 0
  })
}

/** What is owed to people, the oldest first. */
export async function openRefunds(db: Queryable) {
  return db
    .select({ refund: refunds, payment: transactions })
    .from(refunds)
    .innerJoin(transactions, eq(transactions.id, refunds.transactionId))
    .where(ne(refunds.state, 'done'))
    .orderBy(asc(refunds.createdAt), asc(refunds.id))
}

async function isReversed(deps: Deps, gatewayId: string | null, authority: string) {
  try {
    const gateway = gatewayOf(deps, gatewayId)
    if (await gateway.reverse(authority)) return true
    return (await gateway.inquire(authority)) === 'reversed'
  } catch (error) {
    // A bank that was not asked has not refused: no try is counted.
    if (error instanceof GatewayError && error.kind !== 'paused') return false
    throw error
  }
}
