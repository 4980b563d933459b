// How far the reconciliation is behind, asked of the database whenever /metrics is read. Seconds, by gateway.
import { and, inArray, isNotNull, lte, ne, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { transactions } from '../db/schema/checkout.ts'
import type { Deps } from '../deps.ts'
import { cardGateways } from './gateways.ts'

const OPEN_AT_BANK = ['redirected', 'verifying', 'needs_review'] as const

export function registerPaymentGauges(deps: Deps): void {
  deps.metrics.gauge(
    'pardeh_oldest_open_invoice_seconds',
    'Age of the oldest invoice that is at its bank and undecided',
    'gateway',
    async () =>
      oldest(deps, transactions.redirectedAt, inArray(transactions.state, [...OPEN_AT_BANK])),
  )
  deps.metrics.gauge(
    'pardeh_reconcile_lag_seconds',
    'How long the oldest inquiry that is due has been due; above 120 the reconciliation falls behind',
    'gateway',
    async () => {
      const now = await deps.databaseNow(deps.db)
      return oldest(deps, transactions.checkAt, lte(transactions.checkAt, now))
    },
  )
}

/** The age of the earliest `time` at each gateway; 0 where there is none. */
async function oldest(deps: Deps, time: PgColumn, which: SQL): Promise<Record<string, number>> {
  const rows = await deps.db
    .select({ gateway: transactions.gateway, at: sql<string>`min(${time})` })
    .from(transactions)
    .where(
      and(
        which,
        isNotNull(time),
        isNotNull(transactions.authority),
        ne(transactions.kind, 'direct_debit'),
      ),
    )
    .groupBy(transactions.gateway)
  const now = (await deps.databaseNow(deps.db)).getTime()
  const ages: Record<string, number> = {}
  for (const { id } of cardGateways(deps)) ages[id] = 0
  for (const { gateway, at } of rows)
    if (gateway) ages[gateway] = Math.max(0, (now - Date.parse(at)) / 1_000)
  return ages
}
