// Claims the work of the reconciliation. A claim moves the row's next time forward and skips locked rows, so that two nodes never claim the
// same row.
import { and, asc, eq, inArray, isNotNull, lte, ne, notInArray, sql } from 'drizzle-orm'
import { inTransaction } from '../../platform/db/open.ts'
import { refunds, transactions } from '../../platform/db/schema/checkout.ts'
import type { Deps } from '../../platform/deps.ts'
import type { RefundRow } from './refunds.ts'
import { SETTLED_STATES, type TransactionRow } from './transactions.queries.ts'

const INVOICES = 100
/** Time for which a claimed row belongs to the node that claimed it. */
const CLAIM_MS = 90_000

/** Claims payments at this gateway whose inquiry is due. An abandoned verification can be claimed again. */
export async function claimPayments(
  deps: Deps,
  gateway: string,
  limit: number,
): Promise<TransactionRow[]> {
  return inTransaction(deps.db, async tx => {
    const now = await deps.databaseNow(tx)
    const due = await tx
      .select({ id: transactions.id })
      .from(transactions)
      .where(
        and(
          eq(transactions.gateway, gateway),
          lte(transactions.checkAt, now),
          isNotNull(transactions.authority),
          notInArray(transactions.state, SETTLED_STATES),
          ne(transactions.kind, 'direct_debit'),
        ),
      )
      .orderBy(asc(transactions.checkAt))
      .limit(limit)
      .for('update', { skipLocked: true })
    if (due.length === 0) return []
    return tx
      .update(transactions)
      .set({
        checkAt: new Date(now.getTime() + CLAIM_MS),
        state: sql`case ${transactions.state} when 'verifying' then 'needs_review' else ${transactions.state} end`,
      })
      .where(
        inArray(
          transactions.id,
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
      .innerJoin(transactions, eq(transactions.id, refunds.transactionId))
      .where(
        and(
          eq(transactions.gateway, gateway),
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
export async function releasePayments(deps: Deps, rows: readonly TransactionRow[]): Promise<void> {
  const checkAt = await deps.databaseNow(deps.db)
  for (const row of rows)
    await deps.db
      .update(transactions)
      .set({ checkAt })
      .where(and(eq(transactions.id, row.id), eq(transactions.checkAt, row.checkAt ?? checkAt)))
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
    .select({ id: transactions.id })
    .from(transactions)
    .where(
      and(
        eq(transactions.gateway, gateway),
        inArray(transactions.authority, authorities),
        notInArray(transactions.state, SETTLED_STATES),
      ),
    )
  return rows.map(({ id }) => id)
}

/** Returns invoices that have expired without reaching a bank. */
export async function listExpiredInvoices({ db, databaseNow }: Deps): Promise<string[]> {
  const now = await databaseNow(db)
  const rows = await db
    .select({ id: transactions.id })
    .from(transactions)
    .where(and(eq(transactions.state, 'created'), lte(transactions.checkAt, now)))
    .orderBy(asc(transactions.checkAt))
    .limit(INVOICES)
  return rows.map(({ id }) => id)
}
