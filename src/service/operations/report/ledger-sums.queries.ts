/** Sums of the ledger: every amount in a report comes from here. */
import { and, eq, gte, like, lt, type SQL, sql, sum } from 'drizzle-orm'
import type { Queryable } from '../../platform/db/open.ts'
import { payments } from '../../platform/db/schema/checkout.ts'
import { ledgerEntries } from '../../platform/db/schema/ledger.ts'
import type { Period } from './period.ts'

/** Amounts in rials. Sales and refunds exclude VAT, which has its own fields. */
export type Sums = {
  /** Number of payments, without those of zero rials. */
  payments: number
  sales: number
  salesVat: number
  refunds: number
  refundsVat: number
  /** Payments for something that could not be delivered; they must be refunded. */
  unearned: number
  /** Money received by the bank; `paidBack` is the money that the bank paid out. */
  received: number
  paidBack: number
}
export type Grouped = Sums & { key: string | null }

const { account, amount, posting, createdAt } = ledgerEntries

function summed(condition: SQL, sign: 1 | -1): SQL<number> {
  return sql<number>`coalesce(${sql.raw(sign === 1 ? '' : '-')}sum(${amount}) filter (where ${condition}), 0)`.mapWith(
    Number,
  )
}

const sums = {
  // A posting has one line at the bank, so nothing needs to be told apart.
  payments:
    sql<number>`count(*) filter (where ${account} = 'bank' and ${posting} like 'paid:%')`.mapWith(
      Number,
    ),
  sales: summed(sql`${account} = 'revenue' and ${amount} < 0`, -1),
  salesVat: summed(sql`${account} = 'vat' and ${amount} < 0`, -1),
  refunds: summed(sql`${account} = 'revenue' and ${amount} > 0`, 1),
  refundsVat: summed(sql`${account} = 'vat' and ${amount} > 0`, 1),
  unearned: summed(sql`${account} = 'refunds_due' and ${posting} like 'owed:%'`, -1),
  received: summed(sql`${account} = 'bank' and ${amount} > 0`, 1),
  paidBack: summed(sql`${account} = 'bank' and ${amount} < 0`, -1),
}

/** Groups the sums by `key`, an expression over payments or entries; `where` filters payments. */
export async function sumLedger(
  db: Queryable,
  { from, to }: Period,
  key: SQL<string | null>,
  where?: SQL,
): Promise<Grouped[]> {
  return db
    .select({ key: key.as('key'), ...sums })
    .from(ledgerEntries)
    .innerJoin(payments, eq(payments.id, ledgerEntries.paymentId))
    .where(and(gte(createdAt, from), lt(createdAt, to), where))
    .groupBy(sql`1`)
    .orderBy(sql`1`)
}

/** Sums what was received for purchases since a time, by the day that `dayOf` makes of a column. */
export async function sumReceivedByDay(
  db: Queryable,
  dayOf: (column: typeof createdAt) => SQL<string>,
  since: Date,
): Promise<Map<string, number>> {
  const rows = await db
    .select({ day: dayOf(createdAt), total: sum(amount).mapWith(Number) })
    .from(ledgerEntries)
    .where(and(gte(createdAt, since), eq(account, 'bank'), like(posting, 'paid:%')))
    .groupBy(sql`1`)
  return new Map(rows.map(({ day, total }) => [day, total]))
}

/** The columns of every section with amounts. */
export const MONEY_COLUMNS = [
  'payments',
  'sales',
  'VAT',
  'refunds',
  'refunds VAT',
  'revenue',
  'VAT due',
  'received',
  'paid back',
] as const

export function moneyCells(row: Sums): number[] {
  const { payments, sales, salesVat, refunds, refundsVat, received, paidBack } = row
  return [
    payments,
    sales,
    salesVat,
    refunds,
    refundsVat,
    sales - refunds,
    salesVat - refundsVat,
    received,
    paidBack,
  ]
}
