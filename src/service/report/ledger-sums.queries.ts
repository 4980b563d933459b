/** Sums of the ledger: every amount of money in a report comes from here. */
import { and, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../db/open.ts'
import { transactions } from '../db/schema/checkout.ts'
import { ledgerEntries } from '../db/schema/ledger.ts'
import type { Period } from './period.ts'

/** Rials. Sales and refunds are without VAT, which stands beside them. */
export type Sums = {
  /** Payments that brought something, free ones aside. */
  payments: number
  sales: number
  salesVat: number
  refunds: number
  refundsVat: number
  /** Came in for what could not be given; it is owed back. */
  unearned: number
  /** Through the bank, in and out. */
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
  payments: sql<number>`count(distinct ${posting}) filter (where ${posting} like 'paid:%')`.mapWith(
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

/** By what `key` says of a payment or of an entry; `where` leaves payments out. */
export async function ledgerSums(
  db: Queryable,
  { from, to }: Period,
  key: SQL<string | null>,
  where?: SQL,
): Promise<Grouped[]> {
  return db
    .select({ key: key.as('key'), ...sums })
    .from(ledgerEntries)
    .innerJoin(transactions, eq(transactions.id, ledgerEntries.transactionId))
    .where(and(gte(createdAt, from), lt(createdAt, to), where))
    .groupBy(sql`1`)
    .orderBy(sql`1`)
}

/** The columns of money that every section of money has. */
export const MONEY_COLUMNS = [
  ...['payments', 'sales', 'VAT', 'refunds', 'refunds VAT', 'revenue', 'VAT due'],
  ...['received', 'paid back'],
] as const

export function moneyCells(row: Sums): number[] {
  const { payments, sales, salesVat, refunds, refundsVat, received, paidBack } = row
  return [
    ...[payments, sales, salesVat, refunds, refundsVat],
    ...[sales - refunds, salesVat - refundsVat, received, paidBack],
  ]
}
