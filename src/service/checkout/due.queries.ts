// What the reconciliation has to do now. Rows are claimed before they are worked on: their next time is moved on, past
// locks of others, so that two nodes never take the same.
import { and, asc, eq, inArray, isNotNull, lte, ne, notInArray, sql } from 'drizzle-orm'
import { inTransaction } from '../db/open.ts'
import { refunds, transactions } from '../db/schema/checkout.ts'
import type { Deps } from '../deps.ts'
import type { RefundRow } from './refunds.ts'
import { SETTLED_STATES, type TransactionRow } from './transactions.queries.ts'

const INVOICES = 100
/** How long whoever claimed a row has it for itself. */
const CLAIM_MS = 90_000

/** Payments at this gateway whose time to be asked about has come. A verification that was left is free again. */
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

/** Refunds at this gateway whose next try has come. */
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

/** Claimed payments whose bank is not asked now are due again; one that somebody else moved on since stays as it is. */
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

/** Of these authorities, the payments of ours that are not settled. */
export async function unsettledOf(
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

/** Invoices that never reached a bank, and whose time is over. */
export async function unpaidInvoices({ db, databaseNow }: Deps): Promise<string[]> {
  const now = await databaseNow(db)
  const rows = await db
    .select({ id: transactions.id })
    .from(transactions)
    .where(and(eq(transactions.state, 'created'), lte(transactions.checkAt, now)))
    .orderBy(asc(transactions.checkAt))
    .limit(INVOICES)
  return rows.map(({ id }) => id)
}
