import { and, asc, eq, inArray, lte } from 'drizzle-orm'
import { GatewayFault } from '../adapters/payments/gateway.ts'
import { inTransaction, type Queryable } from '../db/open.ts'
import { refunds } from '../db/schema/checkout.ts'
import type { Deps } from '../deps.ts'
import { gatewayOf } from './gateways.ts'
import { postRefunded } from './ledger.ts'
import { findTransaction, lockTransaction } from './transactions.queries.ts'

export type RefundRow = typeof refunds.$inferSelect

const TRIES = 12
const PAUSE = 60_000

export async function refundOf(db: Queryable, transactionId: string): Promise<RefundRow | null> {
  const [row] = await db.select().from(refunds).where(eq(refunds.transactionId, transactionId))
  return row ?? null
}

export async function dueRefunds(db: Queryable, now: Date): Promise<RefundRow[]> {
  return db
    .select()
    .from(refunds)
    .where(and(inArray(refunds.state, ['requested', 'sent']), lte(refunds.nextAttemptAt, now)))
    .orderBy(asc(refunds.nextAttemptAt))
    .limit(100)
}

/** Asks the bank to take a payment back. After the last try it waits for a person: the ledger says what is owed. */
export async function sendRefund(deps: Deps, refund: RefundRow): Promise<void> {
  const row = await findTransaction(deps.db, refund.transactionId)
  if (!row?.authority) return
  if (await isReversed(deps, row.gateway, row.authority)) {
    await inTransaction(deps.db, async tx => {
      const locked = await lockTransaction(tx, row.id)
      const done = await tx
        .update(refunds)
        .set({ state: 'done', doneAt: deps.now() })
        .where(and(eq(refunds.id, refund.id), inArray(refunds.state, ['requested', 'sent'])))
        .returning({ id: refunds.id })
      if (done.length > 0) await postRefunded(tx, locked, deps.now())
    })
    return
  }
  const attempts = refund.attempts + 1
  const isLast = attempts >= TRIES
  if (isLast) deps.log.error({ transaction: row.id }, 'refund needs a person')
  await deps.db
    .update(refunds)
    .set({
      attempts,
      state: isLast ? 'failed' : 'requested',
      nextAttemptAt: new Date(deps.now().getTime() + PAUSE * attempts),
    })
    .where(and(eq(refunds.id, refund.id), inArray(refunds.state, ['requested', 'sent'])))
}

async function isReversed(deps: Deps, gatewayId: string | null, authority: string) {
  try {
    const gateway = gatewayOf(deps, gatewayId)
    if (await gateway.reverse(authority)) return true
    return (await gateway.inquire(authority)) === 'reversed'
  } catch (error) {
    if (error instanceof GatewayFault) return false
    throw error
  }
}
