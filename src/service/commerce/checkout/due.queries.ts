// Claims the work of the reconciliation. A claim moves the row's next time forward and skips locked rows, so that two nodes never claim the
// same row.
import { and, asc, eq, inArray, isNotNull, lte, ne, notInArray, sql } from 'drizzle-orm'
import { inTransaction } from '../../platform/db/open.ts'
import { payments, refunds } from '../../platform/db/schema/checkout.ts'
import type { Deps } from '../../platform/deps.ts'
import { type PaymentRow, SETTLED_STATES } from './payments.queries.ts'
import type { RefundRow } from './refunds.ts'

const INVOICES = 100
/** Time for which a claimed row belongs to the node that claimed it. */
const CLAIM_MS = 90_000

/** Claims payments at this gateway whose inquiry is due. An abandoned verification can be claimed again. */
export async function claimPayments(
  deps: Deps,
  gateway: string,
  limit: number,
): Promise<PaymentRow[]> {
  return inTransaction(deps.db, async tx => {
    const now = await deps.databaseNow(tx)
    const due = await tx
      .select({ id: payments.id })
      .from(payments)
      .where(
        and(
          eq(payments.gateway, gateway),
          lte(payments.checkAt, now),
          isNotNull(payments.authority),
          notInArray(payments.state, SETTLED_STATES),
          ne(payments.kind, 'direct_debit'),
        ),
      )
      .orderBy(asc(payments.checkAt))
      .limit(limit)
      .for('update', { skipLocked: true })
    if (due.length === 0) return []
    return tx
      .update(payments)
      .set({
        checkAt: new Date(now.getTime() + CLAIM_MS),
        state: sql`case ${payments.state} when 'verifying' then 'needs_review' else ${payments.state} end`,
      })
      .where(
        inArray(
          payments.id,
          due.map(({ id }) => id),
        ),
      )
      .returning()
  })
}

/** Claims refunds at this gateway whose next attempt is due. */
export async function claimRefunds(
  deps: Deps,
  gateway: string,
  limit: number,
): Promise<RefundRow[]> {
  return inTransaction(deps.db, async tx => {
    const now = await deps.databaseNow(tx)
    const due = await tx
      .select({ id: refunds.id })
      .from(refunds)
      .innerJoin(payments, eq(payments.id, refunds.paymentId))
      .where(
        and(
          eq(payments.gateway, gateway),
          inArray(refunds.state, ['requested', 'sent']),
          lte(refunds.nextAttemptAt, now),
        ),
      )
      .orderBy(asc(refunds.nextAttemptAt))
      .limit(limit)
      .for('update', { of: refunds, skipLocked: true })
    if (due.length === 0) return []
    return tx
      .update(refunds)
      .set({ nextAttemptAt: new Date(now.getTime() + CLAIM_MS) })
      .where(
        inArray(
          refunds.id,
          due.map(({ id }) => id),
        ),
      )
      .returning()
  })
}

/** Makes claimed payments due again if their bank is not asked now; leaves rows that another node has changed since. */
export async function releasePayments(deps: Deps, rows: readonly PaymentRow[]): Promise<void> {
  const checkAt = await deps.databaseNow(deps.db)
  for (const row of rows)
    await deps.db
      .update(payments)
      .set({ checkAt })
      .where(and(eq(payments.id, row.id), eq(payments.checkAt, row.checkAt ?? checkAt)))
}

export async function releaseRefunds(deps: Deps, rows: readonly RefundRow[]): Promise<void> {
  const nextAttemptAt = await deps.databaseNow(deps.db)
  for (const row of rows)
    await deps.db
      .update(refunds)
      .set({ nextAttemptAt })
      .where(and(eq(refunds.id, row.id), eq(refunds.nextAttemptAt, row.nextAttemptAt)))
}

/** Returns the ids of unsettled payments with these authorities. */
export async function listUnsettledPayments(
  { db }: Deps,
  gateway: string,
  authorities: string[],
): Promise<string[]> {
  if (authorities.length === 0) return []
  const rows = await db
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        eq(payments.gateway, gateway),
        inArray(payments.authority, authorities),
        notInArray(payments.state, SETTLED_STATES),
      ),
    )
  return rows.map(({ id }) => id)
}

/** Returns invoices that have expired without reaching a bank. */
export async function listExpiredInvoices({ db, databaseNow }: Deps): Promise<string[]> {
  const now = await databaseNow(db)
  const rows = await db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.state, 'created'), lte(payments.checkAt, now)))
    .orderBy(asc(payments.checkAt))
    .limit(INVOICES)
  return rows.map(({ id }) => id)
}
