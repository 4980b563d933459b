// Reports how far the reconciliation is behind, in seconds by gateway. Reads the database whenever /metrics is read.
import { and, inArray, isNotNull, lte, ne, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { payments } from '../../platform/db/schema/checkout.ts'
import type { Deps } from '../../platform/deps.ts'
import { cardGateways } from './gateways.ts'

const OPEN_AT_BANK = ['redirected', 'verifying', 'needs_review'] as const

export function registerPaymentGauges(deps: Deps): void {
  deps.metrics.gauge(
    'pardeh_oldest_open_invoice_seconds',
    'Age of the oldest invoice that is undecided at its bank',
    'gateway',
    async () => oldest(deps, payments.redirectedAt, inArray(payments.state, [...OPEN_AT_BANK])),
  )
  deps.metrics.gauge(
    'pardeh_reconcile_lag_seconds',
    'Longest time for which an inquiry has been due; above 120 the reconciliation is falling behind',
    'gateway',
    async () => {
      const now = await deps.databaseNow(deps.db)
      return oldest(deps, payments.checkAt, lte(payments.checkAt, now))
    },
  )
}

/** Returns the age of the earliest `time` at each gateway, or 0. */
async function oldest(deps: Deps, time: PgColumn, which: SQL): Promise<Record<string, number>> {
  const rows = await deps.db
    .select({ gateway: payments.gateway, at: sql<string>`min(${time})` })
    .from(payments)
    .where(
      and(which, isNotNull(time), isNotNull(payments.authority), ne(payments.kind, 'direct_debit')),
    )
    .groupBy(payments.gateway)
  const now = (await deps.databaseNow(deps.db)).getTime()
  const ages: Record<string, number> = {}
  for (const { id } of cardGateways(deps)) ages[id] = 0
  for (const { gateway, at } of rows)
    if (gateway) ages[gateway] = Math.max(0, (now - Date.parse(at)) / 1_000)
  return ages
}
