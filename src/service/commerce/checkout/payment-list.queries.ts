/** Lists and finds payments of all users, for the team. */
import { and, desc, eq, gte, inArray, lt, or, type SQL, sum } from 'drizzle-orm'
import { maskMsisdn } from '#src/lib/text/msisdn.ts'
import type { Queryable } from '../../platform/db/open.ts'
import { refunds, transactions, vouchers } from '../../platform/db/schema/checkout.ts'
import { cinemaTickets, subscriptions } from '../../platform/db/schema/entitlements.ts'
import { ledgerEntries } from '../../platform/db/schema/ledger.ts'
import { users } from '../../platform/db/schema/users.ts'
import { listRefundsOf } from './refunds.ts'
import type { TransactionRow } from './transactions.queries.ts'

export type PaymentFilter = {
  userId?: string | null
  state?: TransactionRow['state'] | null
  kind?: TransactionRow['kind'] | null
  gateway?: string | null
  /** Range of the invoice's creation time. */
  from?: Date | null
  to?: Date | null
  count: number
}
export type ListedPayment = {
  row: TransactionRow
  /** Masked. */
  msisdn: string
  /** Rials that were refunded, or will be. */
  refunded: number
}

/** Returns the newest payments first. */
export async function listPayments(db: Queryable, filter: PaymentFilter): Promise<ListedPayment[]> {
  const { userId, state, kind, gateway, from, to, count } = filter
  const conditions: Array<SQL | null | undefined | '' | false> = [
    userId && eq(transactions.userId, userId),
    state && eq(transactions.state, state),
    kind && eq(transactions.kind, kind),
    gateway && eq(transactions.gateway, gateway),
    from && gte(transactions.createdAt, from),
    to && lt(transactions.createdAt, to),
  ]
  const rows = await db
    .select({ row: transactions, msisdn: users.msisdn })
    .from(transactions)
    .innerJoin(users, eq(users.id, transactions.userId))
    .where(and(...conditions.filter(condition => !!condition)))
    .orderBy(desc(transactions.createdAt), desc(transactions.id))
    .limit(count)
  const given = await refundSums(
    db,
    rows.map(({ row }) => row.id),
  )
  return rows.map(({ row, msisdn }) => ({
    row,
    msisdn: maskMsisdn(msisdn),
    refunded: given.get(row.id) ?? 0,
  }))
}

async function refundSums(db: Queryable, ids: string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: refunds.transactionId, amount: sum(refunds.amount).mapWith(Number) })
    .from(refunds)
    .where(inArray(refunds.transactionId, ids))
    .groupBy(refunds.transactionId)
  return new Map(rows.map(({ id, amount }) => [id, amount]))
}

/** Gateways that give payments a reference. Authorities and references are unique within each gateway. */
const GATEWAYS = ['zarinpal', 'zibal', 'vandar']

/** Finds a payment by our id, the bank's reference or the authority. */
export async function findPaymentByName(
  db: Queryable,
  name: string,
): Promise<TransactionRow | null> {
  const [own] = await db.select().from(transactions).where(eq(transactions.id, name))
  if (own) return own
  const [atBank] = await db
    .select()
    .from(transactions)
    .where(
      and(
        inArray(transactions.gateway, GATEWAYS),
        or(eq(transactions.refId, name), eq(transactions.authority, name)),
      ),
    )
    .orderBy(desc(transactions.createdAt), desc(transactions.id))
    .limit(1)
  return atBank ?? null
}

/** Returns all data about a payment: the payer, what it bought, its refunds and its ledger entries. */
export async function readPaymentDetails(db: Queryable, row: TransactionRow) {
  const [user] = await db
    .select({ msisdn: users.msisdn })
    .from(users)
    .where(eq(users.id, row.userId))
  const [voucher] = row.voucherId
    ? await db.select({ code: vouchers.code }).from(vouchers).where(eq(vouchers.id, row.voucherId))
    : []
  const [period] = await db
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.transactionId, row.id))
  const [ticket] = await db
    .select()
    .from(cinemaTickets)
    .where(eq(cinemaTickets.transactionId, row.id))
  const ledger = await db
    .select()
    .from(ledgerEntries)
    .where(eq(ledgerEntries.transactionId, row.id))
    .orderBy(ledgerEntries.id)
  return {
    row,
    msisdn: maskMsisdn(user?.msisdn ?? ''),
    voucher: voucher?.code ?? null,
    period: period ?? null,
    ticket: ticket ?? null,
    refunds: await listRefundsOf(db, row.id),
    ledger,
  }
}
