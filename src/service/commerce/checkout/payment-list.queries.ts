/** Lists and finds payments of all users, for the team. */
import { and, desc, eq, gte, inArray, lt, or, type SQL, sum } from 'drizzle-orm'
import { maskMsisdn } from '#src/lib/text/msisdn.ts'
import type { Queryable } from '../../platform/db/open.ts'
import { payments, refunds, vouchers } from '../../platform/db/schema/checkout.ts'
import { cinemaTickets, subscriptions } from '../../platform/db/schema/entitlements.ts'
import { ledgerEntries } from '../../platform/db/schema/ledger.ts'
import { users } from '../../platform/db/schema/users.ts'
import type { PaymentRow } from './payments.queries.ts'
import { listRefundsOf } from './refunds.ts'

export type PaymentFilter = {
  userId?: string | null
  state?: PaymentRow['state'] | null
  kind?: PaymentRow['kind'] | null
  gateway?: string | null
  /** Range of the invoice's creation time. */
  from?: Date | null
  to?: Date | null
  count: number
}
export type ListedPayment = {
  row: PaymentRow
  /** Masked. */
  msisdn: string
  /** Rials that were refunded, or will be. */
  refunded: number
}

/** Returns the newest payments first. */
export async function listPayments(db: Queryable, filter: PaymentFilter): Promise<ListedPayment[]> {
  const { userId, state, kind, gateway, from, to, count } = filter
  const conditions: Array<SQL | null | undefined | '' | false> = [
    userId && eq(payments.userId, userId),
    state && eq(payments.state, state),
    kind && eq(payments.kind, kind),
    gateway && eq(payments.gateway, gateway),
    from && gte(payments.createdAt, from),
    to && lt(payments.createdAt, to),
  ]
  const rows = await db
    .select({ row: payments, msisdn: users.msisdn })
    .from(payments)
    .innerJoin(users, eq(users.id, payments.userId))
    .where(and(...conditions.filter(condition => !!condition)))
    .orderBy(desc(payments.createdAt), desc(payments.id))
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
    .select({ id: refunds.paymentId, amount: sum(refunds.amount).mapWith(Number) })
    .from(refunds)
    .where(inArray(refunds.paymentId, ids))
    .groupBy(refunds.paymentId)
  return new Map(rows.map(({ id, amount }) => [id, amount]))
}

/** Gateways that give payments a reference. Authorities and references are unique within each gateway. */
export const GATEWAYS = ['zarinpal', 'zibal', 'vandar']

/** Finds a payment by our id, the bank's reference or the authority. */
export async function findPaymentByName(db: Queryable, name: string): Promise<PaymentRow | null> {
  const [own] = await db.select().from(payments).where(eq(payments.id, name))
  if (own) return own
  const [atBank] = await db
    .select()
    .from(payments)
    .where(
      and(
        inArray(payments.gateway, GATEWAYS),
        or(eq(payments.refId, name), eq(payments.authority, name)),
      ),
    )
    .orderBy(desc(payments.createdAt), desc(payments.id))
    .limit(1)
  return atBank ?? null
}

export async function findPaymentByInvoiceNumber(
  db: Queryable,
  number: number,
): Promise<PaymentRow | null> {
  const [row] = await db.select().from(payments).where(eq(payments.invoiceNumber, number))
  return row ?? null
}

/** Returns all data about a payment: the payer, what it bought, its refunds and its ledger entries. */
export async function readPaymentDetails(db: Queryable, row: PaymentRow) {
  const [user] = await db
    .select({ msisdn: users.msisdn })
    .from(users)
    .where(eq(users.id, row.userId))
  const [voucher] = row.voucherId
    ? await db.select({ code: vouchers.code }).from(vouchers).where(eq(vouchers.id, row.voucherId))
    : []
  const [period] = await db.select().from(subscriptions).where(eq(subscriptions.paymentId, row.id))
  const [ticket] = await db.select().from(cinemaTickets).where(eq(cinemaTickets.paymentId, row.id))
  const ledger = await db
    .select()
    .from(ledgerEntries)
    .where(eq(ledgerEntries.paymentId, row.id))
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
