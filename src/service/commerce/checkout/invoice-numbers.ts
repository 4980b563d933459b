/** Gives paid invoices their running numbers, which have no gap. */
import { type SQL, sql } from 'drizzle-orm'
import { toLatinDigits } from '#src/lib/text/digits.ts'
import { tryLockTransaction } from '../../platform/db/advisory-locks.ts'
import { inTransaction, type Queryable, type Tx } from '../../platform/db/open.ts'
import { payments } from '../../platform/db/schema/checkout.ts'
import { ledgerEntries } from '../../platform/db/schema/ledger.ts'
import type { Deps } from '../../platform/deps.ts'

/** Maximum payments of one transaction: the first run may have millions of them, and a statement has 15 seconds. */
const AT_ONCE = 2_000
/** A payment waits this long for its number, because one that was paid before it may be committed after it. */
const WAIT_MS = 10_000
/** The highest value of the column. */
const MOST = 2 ** 31 - 1

type Batch = {
  count: number
  /** The last payment of the batch; null if there was none. A Date has milliseconds only, so its time stays text. */
  paidAt: string | null
  id: string | null
}
type Options = { atOnce?: number; signal?: AbortSignal }

/**
 * Numbers the payments that have no number, in the order in which they were paid, and returns how many there were. If another node is
 * numbering, it leaves the work to that node. A batch that fails gives none of its numbers away.
 */
export async function numberInvoices(
  { db, databaseNow, failpoint }: Pick<Deps, 'db' | 'databaseNow' | 'failpoint'>,
  { atOnce = AT_ONCE, signal }: Options = {},
): Promise<number> {
  const due = toNumber(new Date((await databaseNow(db)).getTime() - WAIT_MS))
  if (!(await hasPayment(db, due))) return 0
  let total = 0
  // Each batch begins after the previous one, whose entries stay in the index until a vacuum.
  let rest = due
  while (!signal?.aborted) {
    const batch = await inTransaction(db, async tx => {
      if (!(await tryLockTransaction(tx, 'invoiceNumbers'))) return null
      const numbered = await numberBatch(tx, rest, atOnce)
      await failpoint?.('number:before-commit')
      return numbered
    })
    if (!batch) break
    total += batch.count
    if (batch.count < atOnce) break
    rest = sql`${due} and (${payments.paidAt}, ${payments.id}) > (${batch.paidAt}::timestamptz, ${batch.id})`
  }
  return total
}

/**
 * The condition of payments that get a number. Money that was received for a purchase that could not be granted has the time of its
 * payment too, but is not a sale: its posting is `owed:`, not `paid:`. Free purchases have no invoice.
 */
function toNumber(until: Date): SQL {
  const { paidAt, total, invoiceNumber, id } = payments
  return sql`${paidAt} is not null and ${total} > 0 and ${invoiceNumber} is null
    and ${paidAt} <= ${until.toISOString()}::timestamptz
    and exists (select from ${ledgerEntries}
      where ${ledgerEntries.posting} = 'paid:' || ${id} and ${ledgerEntries.account} = 'bank')`
}

/** The order makes the database use the small index. For `exists` it would read the whole table, since it overestimates the matches. */
async function hasPayment(db: Queryable, due: SQL): Promise<boolean> {
  const { paidAt, id } = payments
  const rows = await db.select({ id }).from(payments).where(due).orderBy(paidAt, id).limit(1)
  return rows.length > 0
}

/** The caller must hold the lock: the highest number is read after the previous batch was committed. */
async function numberBatch(tx: Tx, due: SQL, atOnce: number): Promise<Batch> {
  const { rows } = await tx.execute<Batch>(sql`
    with last as (select coalesce(max(invoice_number), 0) as number from ${payments}),
    due as materialized (
      select ${payments.id} as id, ${payments.paidAt} as paid_at from ${payments} where ${due}
      order by ${payments.paidAt}, ${payments.id} limit ${atOnce}
    ),
    chosen as (
      select id, last.number + row_number() over (order by paid_at, id) as number from due, last
    ),
    numbered as (
      update ${payments} set invoice_number = chosen.number from chosen
      where ${payments.id} = chosen.id returning ${payments.id}
    )
    select (select count(*)::int from numbered) as count, final.paid_at::text as "paidAt", final.id
    from (select) as one
    left join lateral (select paid_at, id from due order by paid_at desc, id desc limit 1) as final on true`)
  return rows[0] ?? { count: 0, paidAt: null, id: null }
}

/** Reads the number of an invoice as people type it, in any digits; null if the text is none. */
export function readInvoiceNumber(text: string): number | null {
  const digits = toLatinDigits(text.trim())
  if (!/^\d{1,10}$/.test(digits)) return null
  const number = Number(digits)
  return number >= 1 && number <= MOST ? number : null
}
