// The life of a payment: created → redirected → verifying → paid, failed, expired or reversed. Every step is a compare-and-set on the row,
// so that callbacks, retries and nodes take it only once. A payment that failed or expired here is watched until its bank's own deadline,
// and may still become paid or reversed.
import { and, eq } from 'drizzle-orm'
import type { PaymentFailure } from '#src/contract/values.ts'
import { MINUTE_MS } from '#src/lib/text/milliseconds.ts'
import {
  type BankState,
  GatewayError,
  type Verified,
} from '../../platform/adapters/payments/gateway.ts'
import { inTransaction, type Tx } from '../../platform/db/open.ts'
import { payments } from '../../platform/db/schema/checkout.ts'
import type { Deps } from '../../platform/deps.ts'
import { emitWebhookEvent } from '../../platform/webhooks/emit.ts'
import { requireGateway } from './gateways.ts'
import { type Receipt, settleAndGrant } from './grants.ts'
import { inquiryInterval, isPastGrace, nextInquiryAt } from './inquiry-schedule.ts'
import { findPaymentRow, lockPayment, OPEN_STATES, type PaymentRow } from './payments.queries.ts'
import { ignorePause, listRefundsOf, sendRefund } from './refunds.ts'
import { releaseVoucher } from './vouchers.ts'

/** Time for which one verification keeps others from asking the same; longer than its requests can take. */
const VERIFY_LOCK_MS = 60_000
const REVIEW_LONGEST = 5 * MINUTE_MS

/**
 * Asks the bank about a payment and applies the answer. Also settles a payment that had ended here: a late payment is granted or
 * refunded. Returns the payment afterwards.
 */
export async function settlePayment(deps: Deps, id: string): Promise<PaymentRow | null> {
  const row = await claim(deps, id)
  if (!row?.authority) return findPaymentRow(deps.db, id)
  await deps.failpoint?.('verify:before')
  const { authority, total: amount } = row
  const verified = await requireGateway(deps, row.gateway).verify({
    authority,
    amount,
    orderId: id,
  })
  await deps.failpoint?.('verify:after')
  if (verified.state === 'paid') return settlePaid(deps, row, verified)
  const { gateway } = row
  const level = verified.state === 'mismatch' || verified.state === 'stranger' ? 'error' : 'warn'
  const { state: verdict, code } = verified
  deps.log[level]({ payment: id, gateway, verdict, code }, 'the payment is not paid')
  return verified.state === 'pending' ? review(deps, row) : settleUnpaid(deps, row, verified.state)
}

/** Claims a payment for verification; no other request asks the bank about it during the lease. */
async function claim(deps: Deps, id: string): Promise<PaymentRow | null> {
  return inTransaction(deps.db, async tx => {
    const row = await lockPayment(tx, id)
    const now = await deps.databaseNow(tx)
    const isLeft = row.state === 'verifying' && row.checkAt !== null && row.checkAt <= now
    const isFree = ['redirected', 'needs_review', 'failed', 'expired'].includes(row.state)
    if (row.authority === null || !(isFree || isLeft)) return null
    const [claimed] = await tx
      .update(payments)
      .set({
        state: 'verifying',
        callbackAt: row.callbackAt ?? now,
        checkAt: new Date(now.getTime() + VERIFY_LOCK_MS),
        attempts: Math.min(row.attempts + 1, 1_000),
        updatedAt: now,
      })
      .where(eq(payments.id, id))
      .returning()
    return claimed ?? null
  })
}

async function settlePaid(
  deps: Deps,
  { id }: PaymentRow,
  { refId, cardMask, amount }: Receipt,
): Promise<PaymentRow> {
  const { settled, isNew } = await inTransaction(deps.db, async tx => {
    const row = await lockPayment(tx, id)
    if (row.state === 'paid' || row.state === 'reversed') return { settled: row, isNew: false }
    const now = await deps.databaseNow(tx)
    const granted = await settleAndGrant(tx, row, { refId, cardMask, amount }, now)
    await deps.failpoint?.('grant:before-commit')
    return { settled: granted, isNew: true }
  })
  await deps.failpoint?.('grant:after-commit')
  if (isNew) deps.metrics.paymentSettled(settled.gateway, settled.state)
  const owed = settled.state === 'reversed' ? await listRefundsOf(deps.db, id) : []
  for (const refund of owed)
    if (refund.state === 'requested') await sendRefund(deps, refund).catch(ignorePause)
  return settled
}

/** Handles a rejected verification. The rejection alone ends nothing: the bank's inquiry decides. */
async function settleUnpaid(
  deps: Deps,
  row: PaymentRow,
  verdict: Exclude<Verified['state'], 'paid' | 'pending'>,
): Promise<PaymentRow | null> {
  const known = await inquireAtBank(deps, row)
  const isPaid = known === 'paid' || known === 'verified'
  if (verdict === 'mismatch' && isPaid) return endPayment(deps, row.id, 'failed', 'amount')
  if (known === null || isPaid) return review(deps, row)
  if (known === 'in_bank') return waitAtBank(deps, row)
  return endPayment(deps, row.id, 'failed', 'bank')
}

/** Returns the state of a payment at its bank, or null if the bank gives no answer. */
export async function inquireAtBank(
  deps: Deps,
  { gateway, authority }: Pick<PaymentRow, 'gateway' | 'authority'>,
): Promise<BankState | null> {
  try {
    return await requireGateway(deps, gateway).inquire(authority ?? '')
  } catch (error) {
    if (error instanceof GatewayError) return null
    throw error
  }
}

/** The payer is still at the bank, so the payment returns to its state before the inquiry. */
async function waitAtBank(deps: Deps, row: PaymentRow): Promise<PaymentRow | null> {
  const now = await deps.databaseNow(deps.db)
  if (row.failureReason !== null || isPastGrace(row, now))
    return endPayment(deps, row.id, 'expired', 'expired')
  await putBack(deps, row, 'redirected', inquiryInterval(row, now))
  return findPaymentRow(deps.db, row.id)
}

/** The bank gave no useful answer, so the payment is reviewed again after increasing pauses. */
async function review(deps: Deps, row: PaymentRow): Promise<PaymentRow | null> {
  const pause = Math.min(10_000 * 2 ** Math.min(row.attempts, 10), REVIEW_LONGEST)
  await putBack(deps, row, 'needs_review', pause)
  return findPaymentRow(deps.db, row.id)
}

async function putBack(
  deps: Deps,
  { id }: PaymentRow,
  state: 'redirected' | 'needs_review',
  pause: number,
): Promise<void> {
  const now = await deps.databaseNow(deps.db)
  await deps.db
    .update(payments)
    .set({ state, checkAt: new Date(now.getTime() + pause), updatedAt: now })
    .where(and(eq(payments.id, id), eq(payments.state, 'verifying')))
}

/**
 * Ends a payment without money and releases its voucher. The bank is still asked as long as it may report the payment as paid. A payment
 * that had already ended keeps its first result.
 */
export async function endPayment(
  deps: Deps,
  id: string,
  state: 'failed' | 'expired',
  reason: PaymentFailure,
): Promise<PaymentRow> {
  return inTransaction(deps.db, async tx => {
    const row = await lockPayment(tx, id)
    if (!OPEN_STATES.some(open => open === row.state)) return row
    const now = await deps.databaseNow(tx)
    await releaseVoucher(tx, row, now)
    const failureReason = row.failureReason ?? reason
    const isLapsed = failureReason === 'expired' || failureReason === 'superseded'
    const [ended] = await tx
      .update(payments)
      .set({
        state: row.failureReason === null ? state : isLapsed ? 'expired' : 'failed',
        failureReason,
        checkAt: nextInquiryAt(row, now),
        updatedAt: now,
      })
      .where(eq(payments.id, id))
      .returning()
    if (row.failureReason === null) deps.metrics.paymentSettled(row.gateway, state)
    if (row.failureReason === null && state === 'failed') await emitFailed(tx, row, reason, now)
    return ended ?? row
  })
}

async function emitFailed(tx: Tx, row: PaymentRow, reason: string, now: Date): Promise<void> {
  const { id: payment, userId: user, kind, gateway, total: amount } = row
  const data = { payment, user, kind, gateway, amount, reason, retry_at: null }
  await emitWebhookEvent(tx, { type: 'payment.failed', of: payment, data }, now)
}
