import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Invoice, Transaction } from '#src/contract/checkout.ts'
import type { Language } from '#src/contract/fields.ts'
import { VAT_PERCENT } from '#src/contract/limits.ts'
import { getT } from '#src/lib/i18n/i18n.ts'
import { toWire } from '#src/lib/text/tehran.ts'
import { storedCount } from '../../platform/db/list-counts.ts'
import { translatedText, translationColumns } from '../../platform/db/localized.ts'
import type { Database, Queryable, Tx } from '../../platform/db/open.ts'
import {
  afterKeyParameter,
  type Page,
  pageFields,
  pageParameters,
} from '../../platform/db/page-key.ts'
import { preparedQuery } from '../../platform/db/prepared.ts'
import { payments, vouchers } from '../../platform/db/schema/checkout.ts'
import { contents } from '../../platform/db/schema/contents.ts'
import { subscriptions } from '../../platform/db/schema/entitlements.ts'
import { gatewayTitle } from './gateways.ts'

export type PaymentRow = typeof payments.$inferSelect

/** States of a payment that has not ended yet. */
export const OPEN_STATES = ['created', 'redirected', 'verifying', 'needs_review'] as const
/** States after which the bank's answers change nothing. */
export const SETTLED_STATES: Array<PaymentRow['state']> = ['paid', 'reversed']

export async function lockPayment(tx: Tx, id: string): Promise<PaymentRow> {
  const [row] = await tx.select().from(payments).where(eq(payments.id, id)).for('no key update')
  if (!row) throw new Error('the payment does not exist')
  return row
}

export async function findPaymentRow(db: Queryable, id: string): Promise<PaymentRow | null> {
  const [row] = await db.select().from(payments).where(eq(payments.id, id))
  return row ?? null
}

type Amounts = Pick<PaymentRow, 'price' | 'discount' | 'vat' | 'total'>

/** Returns the invoice; its lines add up to the total. */
export function invoiceOf(
  amounts: Amounts,
  { title, code, language }: { title: string; code: string | null; language: Language },
): Invoice {
  const { price, discount, vat, total } = amounts
  const t = getT(language)
  const items = [
    { title, amount: price },
    { title: t('checkout.invoice.discount'), amount: -discount },
    { title: t('checkout.invoice.vat', { percent: VAT_PERCENT }), amount: vat },
  ].filter(({ amount }, index) => index === 0 || amount !== 0)
  return { items, voucher_code: code, price, discount, vat, total }
}

const joined = {
  row: payments,
  code: vouchers.code,
  content: {
    id: contents.id,
    shortId: contents.shortId,
    ...translationColumns(contents, 'slug'),
  },
  endsAt: subscriptions.endsAt,
}

function selectJoined(db: Queryable) {
  return db
    .select(joined)
    .from(payments)
    .leftJoin(vouchers, eq(vouchers.id, payments.voucherId))
    .leftJoin(contents, eq(contents.id, payments.contentId))
    .leftJoin(subscriptions, eq(subscriptions.paymentId, payments.id))
}
type Joined = Awaited<ReturnType<typeof selectJoined>>[number]

/** Returns null for another user's payment, as for an unknown one. */
export async function findOwnPayment(
  db: Queryable,
  id: string,
  userId: string,
  language: Language,
): Promise<Transaction | null> {
  const [found] = await selectJoined(db).where(
    and(eq(payments.id, id), eq(payments.userId, userId)),
  )
  return found ? toWirePayment(found, language) : null
}

export async function listOwnPayments(
  db: Database,
  userId: string,
  page: Page,
  language: Language,
) {
  const rows = await preparedQuery(db, 'payments of a user', selectOwn).execute({
    userId,
    ...pageParameters(page),
  })
  // A view of a person reads in a transaction, which has no pool for SQL without Drizzle.
  const [counted] = await preparedQuery(db, 'number of payments of a user', handle =>
    handle
      .select({ total: storedCount(sql.placeholder('userId'), 'transactions') })
      .from(sql`(select) as one`),
  ).execute({ userId })
  const positions = rows.map(({ row }) => ({ at: row.createdAt, id: row.id }))
  return {
    items: rows.map(row => toWirePayment(row, language)),
    ...pageFields(positions, counted?.total ?? 0, page),
  }
}

function selectOwn(db: Database) {
  const newest = [desc(payments.createdAt), desc(payments.id)]
  const ids = db
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        eq(payments.userId, sql.placeholder('userId')),
        afterKeyParameter(payments.createdAt, payments.id),
      ),
    )
    .orderBy(...newest)
    .limit(sql.placeholder('count'))
    .offset(sql.placeholder('skipped'))
  return selectJoined(db)
    .where(inArray(payments.id, ids))
    .orderBy(...newest)
}

function toWirePayment({ row, code, content, endsAt }: Joined, language: Language): Transaction {
  const title = translatedText(row, 'title', language)
  const isSubscription = row.kind !== 'ticket'
  return {
    id: row.id,
    status: row.state === 'needs_review' ? 'verifying' : row.state,
    kind: row.kind,
    package: isSubscription
      ? { id: row.packageId ?? row.kind, title, duration_days: row.durationDays ?? 0 }
      : null,
    content: content && {
      id: content.id,
      short_id: content.shortId,
      slug: translatedText(content, 'slug', language),
      title,
    },
    amount: row.total,
    invoice: invoiceOf(row, { title, code, language }),
    reference: row.refId,
    gateway: gatewayTitle(row.gateway, language),
    card: row.cardMask,
    created_at: toWire(row.createdAt),
    paid_at: row.paidAt && toWire(row.paidAt),
    failure_reason: row.failureReason,
    subscription_ends_at: endsAt && toWire(endsAt),
    return_path: row.returnPath,
  }
}
