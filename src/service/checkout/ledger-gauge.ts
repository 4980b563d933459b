/**
 * What the entries of the ledger add up to: 0, unless somebody changed them outside of this program. What was posted before the last two days is
 * added up once an hour, the rest once a minute.
 */
import { gte, lt, type SQL, sql } from 'drizzle-orm'
import { ledgerEntries } from '../db/schema/ledger.ts'
import type { Deps } from '../deps.ts'
import { reusing } from '../http/metrics.ts'

const RECENT_MS = 2 * 86_400_000
const OLD_FRESH_MS = 3_600_000
const RECENT_FRESH_MS = 60_000

export function registerLedgerGauge(deps: Deps): void {
  let border = new Date(0)
  const readOld = reusing(async () => {
    border = new Date(deps.now().getTime() - RECENT_MS)
    return sumOf(deps, lt(ledgerEntries.createdAt, border))
  }, OLD_FRESH_MS)
  const read = reusing(async () => {
    const old = await readOld()
    return old + (await sumOf(deps, gte(ledgerEntries.createdAt, border)))
  }, RECENT_FRESH_MS)
  deps.metrics.gauge(
    'pardeh_ledger_difference_rials',
    'What all entries of the ledger add up to; anything but 0 is an error',
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
