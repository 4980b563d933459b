/** Refunds a payment, in full or in part, when the team decides so. */
import { eq } from 'drizzle-orm'
import { getT } from '#src/lib/i18n/i18n.ts'
import { formatPrice } from '#src/lib/text/price.ts'
import { inTransaction, type Queryable, type Tx } from '../../platform/db/open.ts'
import { payments, refunds } from '../../platform/db/schema/checkout.ts'
import { users } from '../../platform/db/schema/users.ts'
import type { Deps } from '../../platform/deps.ts'
import { newId } from '../../platform/ids.ts'
import { enqueueNotification } from '../../platform/notifications/notifications.ts'
import { type Withdrawn, withdrawAccess } from '../entitlements/withdraw.ts'
import { cardGateways } from './gateways.ts'
import { postRefund } from './ledger.ts'
import { findPaymentRow, lockPayment, type PaymentRow } from './payments.queries.ts'
import { ignorePause, listRefundsOf, type RefundRow, sendRefund } from './refunds.ts'

export type RefundRequest = {
  id: string
  /** Rials with VAT; null means the whole remaining amount. */
  amount: number | null
  /** Reason, for the list of refunds. */
  reason: string
  /** If true, the subscription or ticket stays after a full refund. */
  keepsAccess: boolean
  /** If true, the user gets an SMS. */
  isTold: boolean
}
export type RefundPlan = {
  state: 'planned'
  amount: number
  /** Part of the amount that is VAT. */
  vat: number
  /** True if the rest of the payment is zero after this refund. */
  isLast: boolean
  /** `reverse`: the bank is asked to refund; `owed`: an operator pays the refund. */
  way: 'reverse' | 'owed'
}
export type RejectedRefund = { state: 'unknown' | 'unpaid' | 'too_much'; left: number }
export type RefundDone = Omit<RefundPlan, 'state'> & {
  state: 'refunded'
  refund: RefundRow
  withdrawn: Withdrawn
}

/** The command that creates the refund asks the bank; if the command stops, the reconciliation does so after this time. */
const CLAIM_MS = 90_000

/** Returns the refund that would be made now, without a change. */
export async function planRefund(
  deps: Deps,
  request: Pick<RefundRequest, 'id' | 'amount'>,
): Promise<RefundPlan | RejectedRefund> {
  const row = await findPaymentRow(deps.db, request.id)
  if (!row) return { state: 'unknown', left: 0 }
  return planOf(deps, deps.db, row, request.amount)
}

/**
 * Refunds a payment. Writes the ledger and the refund first, then asks a bank that supports refunds; the reconciliation repeats the
 * request. A refund of the whole rest ends the subscription or ticket.
 */
export async function refundPayment(
  deps: Deps,
  request: RefundRequest,
): Promise<RefundDone | RejectedRefund> {
  if (!(await findPaymentRow(deps.db, request.id))) return { state: 'unknown', left: 0 }
  const done = await inTransaction(deps.db, tx => writeRefund(deps, tx, request))
  await deps.failpoint?.('refund:written')
  if (done.state !== 'refunded' || done.way === 'owed') return done
  await sendRefund(deps, done.refund).catch(ignorePause)
  const [refund = done.refund] = await listRefundsOf(deps.db, request.id)
  return { ...done, refund }
}

async function writeRefund(
  deps: Deps,
  tx: Tx,
  { id, amount: asked, reason, keepsAccess, isTold }: RefundRequest,
): Promise<RefundDone | RejectedRefund> {
  const row = await lockPayment(tx, id)
  const plan = await planOf(deps, tx, row, asked)
  if (plan.state !== 'planned') return plan
  const now = await deps.databaseNow(tx)
  const { amount, vat, way, isLast } = plan
  const [refund] = await tx
    .insert(refunds)
    .values({
      id: newId(),
      paymentId: id,
      amount,
      reason,
      state: way === 'reverse' ? 'requested' : 'owed',
      createdAt: now,
      nextAttemptAt: new Date(now.getTime() + CLAIM_MS),
    })
    .returning()
  if (!refund) throw new Error('the refund was not inserted')
  if (isTold) await tellRefund(tx, row, refund, now)
  await postRefund(tx, row, { id: refund.id, amount, vat }, now)
  if (isLast) await markReversed(tx, id, now)
  const withdrawn =
    isLast && !keepsAccess
      ? await withdrawAccess(tx, { userId: row.userId, paymentId: id }, now)
      : null
  return { ...plan, state: 'refunded', refund, withdrawn }
}

/**
 * Enqueues the SMS in the transaction of the refund, so that it is sent once and only for a stored refund. An erased user has no number.
 */
async function tellRefund(tx: Tx, row: PaymentRow, refund: RefundRow, now: Date): Promise<void> {
  const { userId, language } = row
  const [user] = await tx.select().from(users).where(eq(users.id, userId))
  if (!user || user.erasedAt) return
  const text = getT(language)('checkout.sms.refunded', {
    amount: formatPrice(refund.amount, language),
  })
  const key = `refund:${refund.id}`
  await enqueueNotification(tx, { userId, kind: 'account_changed', key, text }, now)
}

async function markReversed(tx: Tx, id: string, now: Date): Promise<void> {
  await tx
    .update(payments)
    .set({ state: 'reversed', failureReason: 'refunded', checkAt: null, updatedAt: now })
    .where(eq(payments.id, id))
}

async function planOf(
  deps: Deps,
  db: Queryable,
  row: PaymentRow,
  asked: number | null,
): Promise<RefundPlan | RejectedRefund> {
  if (row.state !== 'paid' || row.total === 0) return { state: 'unpaid', left: 0 }
  const given = (await listRefundsOf(db, row.id)).reduce((sum, { amount }) => sum + amount, 0)
  const left = row.total - given
  const amount = asked ?? left
  if (amount > left || amount <= 0) return { state: 'too_much', left }
  const gateway = cardGateways(deps).find(({ id }) => id === row.gateway)
  const isWhole = amount === row.total
  return {
    state: 'planned',
    amount,
    vat: vatUpTo(row, given + amount) - vatUpTo(row, given),
    isLast: amount === left,
    way: isWhole && row.authority && gateway?.canReverse ? 'reverse' : 'owed',
  }
}

/** Returns the VAT in the first `amount` rials of a payment, so that the VAT of all partial refunds adds up to that of the invoice. */
export function vatUpTo({ vat, total }: Pick<PaymentRow, 'vat' | 'total'>, amount: number) {
  return Math.round((vat * amount) / total)
}
