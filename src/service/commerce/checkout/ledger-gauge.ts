/**
 * Reports the sum of all ledger entries. It must be 0, unless the entries were changed by other means than this program. Entries older than
 * two days are summed once an hour, the others once a minute.
 */
import { gte, lt, type SQL, sql } from 'drizzle-orm'
import { DAY_MS, HOUR_MS } from '#src/lib/text/milliseconds.ts'
import { ledgerEntries } from '../../platform/db/schema/ledger.ts'
import type { Deps } from '../../platform/deps.ts'
import { reuseResult } from '../../platform/http/metrics.ts'

const RECENT_MS = 2 * DAY_MS
const OLD_FRESH_MS = HOUR_MS
const RECENT_FRESH_MS = 60_000

export function registerLedgerGauge(deps: Deps): void {
  let border = new Date(0)
  const readOld = reuseResult(async () => {
    border = new Date(deps.now().getTime() - RECENT_MS)
    return sumOf(deps, lt(ledgerEntries.createdAt, border))
  }, OLD_FRESH_MS)
  const read = reuseResult(async () => {
    const old = await readOld()
    return old + (await sumOf(deps, gte(ledgerEntries.createdAt, border)))
  }, RECENT_FRESH_MS)
  deps.metrics.gauge(
    'pardeh_ledger_difference_rials',
    'Sum of all ledger entries; any value other than 0 is an error',
    'ledger',
    async () => ({ all: await read() }),
  )
}

async function sumOf({ db }: Deps, which: SQL): Promise<number> {
  const [row] = await db
    .select({ sum: sql<string>`coalesce(sum(${ledgerEntries.amount}), 0)` })
    .from(ledgerEntries)
    .where(which)
  return Number(row?.sum)
}
