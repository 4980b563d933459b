// What a payment brings: written in the same transaction as `paid`, so that there is never one without the other.
import { eq } from 'drizzle-orm'
import { isBlocked } from '../db/blocked-user.ts'
import { columnsOf } from '../db/localized.ts'
import { lockUser } from '../db/lock-user.ts'
import type { Tx } from '../db/open.ts'
import { refunds, transactions } from '../db/schema/checkout.ts'
import { grantTicket, hasValidTicket } from '../entitlements/cinema-tickets.ts'
import { daysLater, grantPeriod } from '../entitlements/subscriptions.ts'
import { newId } from '../ids.ts'
import { postOwed, postPaid } from './ledger.ts'
import type { TransactionRow } from './transactions.queries.ts'
import { releaseVoucher, spendVoucher } from './vouchers.ts'

export type Receipt = {
  refId: string | null
  cardMask: string | null
  /** What the bank took; null where no bank was asked. */
  amount: number | null
}

/** `row` is locked and not settled. What cannot be given is owed, and a refund is asked for. */
export async function grantPaid(
  tx: Tx,
  row: TransactionRow,
  { amount, ...receipt }: Receipt,
  now: Date,
): Promise<TransactionRow> {
  await lockUser(tx, row.userId)
  const isWrong = amount !== (row.total === 0 ? null : row.total)
  const obstacle = isWrong ? 'amount' : await obstacleOf(tx, row, now)
  const [settled] = await tx
    .update(transactions)
    .set({
      state: obstacle ? 'reversed' : 'paid',
      failureReason: obstacle,
      ...receipt,
      paidAt: now,
      checkAt: null,
      updatedAt: now,
    })
    .where(eq(transactions.id, row.id))
    .returning()
  if (!settled) throw new Error('the transaction is gone')
  if (obstacle) await oweBack(tx, settled, { amount: amount ?? row.total, reason: obstacle }, now)
  else {
    await giveSubject(tx, settled, now)
    await postPaid(tx, settled, now)
  }
  return settled
}

async function obstacleOf(tx: Tx, row: TransactionRow, now: Date): Promise<string | null> {
  if (await isBlocked(tx, row.userId)) return 'blocked'
  if (
    row.kind === 'ticket' &&
    (await hasValidTicket(tx, { userId: row.userId, contentId: row.contentId ?? '' }, now))
  )
    return 'ticket'
  return (await spendVoucher(tx, row, now)) ? null : 'voucher'
}

/** Owes what the bank took, which may be another amount than the invoice's. */
async function oweBack(
  tx: Tx,
  row: TransactionRow,
  { amount, reason }: { amount: number; reason: string },
  now: Date,
): Promise<void> {
  await releaseVoucher(tx, row, now)
  if (amount === 0) return
  await postOwed(tx, row, amount, now)
  await tx.insert(refunds).values({
    id: newId(),
    transactionId: row.id,
    amount,
    reason,
    createdAt: now,
    nextAttemptAt: now,
  })
}

async function giveSubject(tx: Tx, row: TransactionRow, now: Date): Promise<void> {
  if (row.kind === 'ticket') {
    await grantTicket(
      tx,
      {
        userId: row.userId,
        contentId: row.contentId ?? '',
        transactionId: row.id,
        hours: row.ticketHours ?? 0,
      },
      now,
    )
    return
  }
  const { userId, packageId, id: transactionId } = row
  await grantPeriod(
    tx,
    {
      userId,
      packageId,
      ...columnsOf(row, 'title'),
      transactionId,
      source: row.kind === 'gift' ? 'gift' : 'purchase',
      endOf: start => daysLater(start, row.durationDays ?? 0),
    },
    now,
  )
}
