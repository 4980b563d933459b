// Grants what a payment buys, in the transaction that marks it as paid, so that one never exists without the other.
import { eq } from 'drizzle-orm'
import type { PaymentFailure } from '#src/contract/values.ts'
import { isBlocked } from '../../platform/db/blocked-user.ts'
import { translationColumns } from '../../platform/db/localized.ts'
import { lockUser } from '../../platform/db/lock-user.ts'
import type { Tx } from '../../platform/db/open.ts'
import { payments, refunds } from '../../platform/db/schema/checkout.ts'
import { newId } from '../../platform/ids.ts'
import { grantTicket, hasValidTicket } from '../entitlements/cinema-tickets.ts'
import { addDays, grantPeriod } from '../entitlements/subscriptions.ts'
import { postPayment, postUnearnedPayment } from './ledger.ts'
import type { PaymentRow } from './payments.queries.ts'
import { releaseVoucher, spendVoucher } from './vouchers.ts'

export type Receipt = {
  refId: string | null
  cardMask: string | null
  /** Amount that the bank took; null if no bank was involved. */
  amount: number | null
}

/**
 * Settles a payment; the caller must hold its lock, and it must not be settled yet. If the purchase cannot be granted, records the money as
 * owed and requests a refund.
 */
export async function settleAndGrant(
  tx: Tx,
  row: PaymentRow,
  { amount, ...receipt }: Receipt,
  now: Date,
): Promise<PaymentRow> {
  await lockUser(tx, row.userId)
  const isWrong = amount !== (row.total === 0 ? null : row.total)
  const obstacle = isWrong ? 'amount' : await obstacleTo(tx, row, now)
  const [settled] = await tx
    .update(payments)
    .set({
      state: obstacle ? 'reversed' : 'paid',
      failureReason: obstacle,
      ...receipt,
      paidAt: now,
      checkAt: null,
      updatedAt: now,
    })
    .where(eq(payments.id, row.id))
    .returning()
  if (!settled) throw new Error('the payment to settle does not exist')
  if (obstacle) await oweBack(tx, settled, { amount: amount ?? row.total, reason: obstacle }, now)
  else {
    await giveSubject(tx, settled, now)
    await postPayment(tx, settled, now)
  }
  return settled
}

async function obstacleTo(tx: Tx, row: PaymentRow, now: Date): Promise<PaymentFailure | null> {
  if (await isBlocked(tx, row.userId)) return 'blocked'
  if (
    row.kind === 'ticket' &&
    (await hasValidTicket(tx, { userId: row.userId, contentId: row.contentId ?? '' }, now))
  )
    return 'ticket'
  return (await spendVoucher(tx, row, now)) ? null : 'voucher'
}

/** Records as owed what the bank took, which may differ from the amount of the invoice. */
async function oweBack(
  tx: Tx,
  row: PaymentRow,
  { amount, reason }: { amount: number; reason: PaymentFailure },
  now: Date,
): Promise<void> {
  await releaseVoucher(tx, row, now)
  if (amount === 0) return
  await postUnearnedPayment(tx, row, amount, now)
  await tx.insert(refunds).values({
    id: newId(),
    paymentId: row.id,
    amount,
    reason,
    createdAt: now,
    nextAttemptAt: now,
  })
}

async function giveSubject(tx: Tx, row: PaymentRow, now: Date): Promise<void> {
  if (row.kind === 'ticket') {
    await grantTicket(
      tx,
      {
        userId: row.userId,
        contentId: row.contentId ?? '',
        paymentId: row.id,
        hours: row.ticketHours ?? 0,
      },
      now,
    )
    return
  }
  const { userId, packageId, id: paymentId } = row
  await grantPeriod(
    tx,
    {
      userId,
      packageId,
      ...translationColumns(row, 'title'),
      paymentId,
      source: row.kind === 'gift' ? 'gift' : 'purchase',
      endOf: start => addDays(start, row.durationDays ?? 0),
    },
    now,
  )
}
