// What a payment brings: written in the same transaction as `paid`, so that there is never one without the other.

import { and, eq, isNull } from 'drizzle-orm'
import { columnsOf } from '../db/localized.ts'
import type { Tx } from '../db/open.ts'
import { refunds, transactions } from '../db/schema/checkout.ts'
import { cinemaTickets } from '../db/schema/entitlements.ts'
import { newId } from '../ids.ts'
import { postOwed, postPaid } from './ledger.ts'
import { daysLater, grantPeriod, lockUser } from './subscriptions.ts'
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
  if (row.kind === 'ticket' && (await hasOpenTicket(tx, row, now))) return 'ticket'
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

async function hasOpenTicket(tx: Tx, row: TransactionRow, now: Date): Promise<boolean> {
  const open = await tx
    .select()
    .from(cinemaTickets)
    .where(
      and(
        eq(cinemaTickets.userId, row.userId),
        eq(cinemaTickets.contentId, row.contentId ?? ''),
        isNull(cinemaTickets.endedAt),
      ),
    )
  const over = open.filter(({ expiresAt }) => expiresAt !== null && expiresAt <= now)
  for (const { id, expiresAt } of over)
    await tx.update(cinemaTickets).set({ endedAt: expiresAt }).where(eq(cinemaTickets.id, id))
  return open.length > over.length
}

async function giveSubject(tx: Tx, row: TransactionRow, now: Date): Promise<void> {
  if (row.kind === 'ticket') {
    await tx.insert(cinemaTickets).values({
      id: newId(),
      userId: row.userId,
      contentId: row.contentId ?? '',
      transactionId: row.id,
      hours: row.ticketHours ?? 0,
      createdAt: now,
    })
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
