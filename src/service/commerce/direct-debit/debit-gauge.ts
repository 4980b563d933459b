import { and, eq, inArray, lte, min } from 'drizzle-orm'
import { ddCharges } from '../../platform/db/schema/direct-debit-charges.ts'
import { ddContracts } from '../../platform/db/schema/direct-debit-contracts.ts'
import type { Deps } from '../../platform/deps.ts'

/** Reports how far debits are behind, in seconds by provider. Reads the database whenever /metrics is read. */
export function registerDebitGauge(deps: Deps): void {
  deps.metrics.gauge(
    'pardeh_debit_lag_seconds',
    'Longest time for which a debit has been due; above 300 the debits are falling behind',
    'provider',
    async () => {
      const now = await deps.databaseNow(deps.db)
      const rows = await deps.db
        .select({ provider: ddContracts.provider, at: min(ddCharges.nextAttemptAt) })
        .from(ddCharges)
        .innerJoin(ddContracts, eq(ddContracts.id, ddCharges.contractId))
        .where(and(inArray(ddCharges.state, ['due', 'sent']), lte(ddCharges.nextAttemptAt, now)))
        .groupBy(ddContracts.provider)
      const ages: Record<string, number> = { vandar: 0 }
      for (const { provider, at } of rows)
        if (at) ages[provider] = (now.getTime() - at.getTime()) / 1_000
      return ages
    },
  )
}
