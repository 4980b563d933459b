import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Totals } from '#src/contract/checkout.ts'
import type { Language } from '#src/contract/fields.ts'
import { INVOICE_MINUTES, VAT_PERCENT } from '#src/contract/limits.ts'
import { MINUTE_MS } from '#src/lib/text/milliseconds.ts'
import { type LocalizedColumns, translationColumns } from '../../platform/db/localized.ts'
import { lockUser } from '../../platform/db/lock-user.ts'
import { inTransaction, type Tx } from '../../platform/db/open.ts'
import { payments } from '../../platform/db/schema/checkout.ts'
import type { Deps } from '../../platform/deps.ts'
import { newId } from '../../platform/ids.ts'
import { settleAndGrant } from './grants.ts'
import type { PaymentRow } from './payments.queries.ts'
import { redeemVoucher, releaseVoucher, type Voucher } from './vouchers.ts'

export type InvoiceSubject =
  | { kind: 'subscription' | 'gift'; packageId: string | null; durationDays: number }
  | { kind: 'ticket'; contentId: string; ticketHours: number; referralToken: string | null }
export type NewInvoice = LocalizedColumns<'title'> & {
  userId: string
  language: Language
  totals: Totals
  voucher: Voucher | null
  gateway: string | null
  returnPath?: string | null
  subject: InvoiceSubject
}

/**
 * Creates an invoice at the current price and reserves its voucher. A free one is granted in the same transaction, in which
 * `storeResponse` also stores the response.
 * @throws ApiError voucher_used
 */
export async function createInvoice(
  deps: Deps,
  invoice: NewInvoice,
  storeResponse: (tx: Tx, row: PaymentRow) => Promise<void>,
): Promise<PaymentRow> {
  await deps.failpoint?.('create:before')
  const made = await inTransaction(deps.db, async tx => {
    const now = await deps.databaseNow(tx)
    if (invoice.voucher) await supersede(tx, invoice.userId, invoice.voucher.id, now)
    const row = await insertInvoice(tx, invoice, now)
    const isFree = row.total === 0
    if (isFree) await lockUser(tx, row.userId)
    if (invoice.voucher)
      await redeemVoucher(
        tx,
        {
          voucherId: invoice.voucher.id,
          userId: invoice.userId,
          paymentId: row.id,
          now,
        },
        isFree ? 'used' : 'reserved',
      )
    const made = isFree
      ? await settleAndGrant(tx, row, { refId: null, cardMask: null, amount: null }, now)
      : row
    await storeResponse(tx, made)
    await deps.failpoint?.('create:before-commit')
    return made
  })
  await deps.failpoint?.('create:after')
  return made
}

async function insertInvoice(tx: Tx, invoice: NewInvoice, now: Date): Promise<PaymentRow> {
  const { userId, language, totals, voucher, gateway, subject } = invoice
  const { returnPath = null } = invoice
  const expiresAt = new Date(now.getTime() + INVOICE_MINUTES * MINUTE_MS)
  const [row] = await tx
    .insert(payments)
    .values({
      id: newId(),
      userId,
      language,
      ...translationColumns(invoice, 'title'),
      returnPath,
      ...totals,
      ...subject,
      vatPercent: VAT_PERCENT,
      voucherId: voucher?.id ?? null,
      gateway: totals.total === 0 ? null : gateway,
      createdAt: now,
      updatedAt: now,
      expiresAt,
      checkAt: expiresAt,
    })
    .returning()
  if (!row) throw new Error('the invoice was not inserted')
  return row
}

/**
 * Ends an earlier invoice of the same user that reserves the same code, so that the user can return from the bank and choose again. If
 * the earlier invoice is paid later, it is settled as a late payment.
 */
async function supersede(tx: Tx, userId: string, voucherId: string, now: Date): Promise<void> {
  const ended = await tx
    .update(payments)
    .set({
      state: 'expired',
      failureReason: 'superseded',
      // The page at the bank is still open, so the next reconciliation starts to watch the payment.
      checkAt: sql`case when ${payments.authority} is null then null else ${now.toISOString()}::timestamptz end`,
      updatedAt: now,
    })
    .where(
      and(
        eq(payments.userId, userId),
        eq(payments.voucherId, voucherId),
        inArray(payments.state, ['created', 'redirected']),
        ne(payments.kind, 'direct_debit'),
      ),
    )
    .returning({ id: payments.id })
  for (const { id } of ended) await releaseVoucher(tx, { id, voucherId }, now)
}
