/** Giving a paid payment back, whole or in part, as the team decides. */
import { eq } from 'drizzle-orm'
import { getT } from '#src/lib/i18n/i18n.ts'
import { formatPrice } from '#src/lib/text/price.ts'
import { isPause } from '../adapters/provider-work.ts'
import { inTransaction, type Queryable, type Tx } from '../db/open.ts'
import { refunds, transactions } from '../db/schema/checkout.ts'
import { users } from '../db/schema/users.ts'
import type { Deps } from '../deps.ts'
import { type Withdrawn, withdrawAccess } from '../entitlements/withdraw.ts'
import { newId } from '../ids.ts'
import { enqueueNotification } from '../notifications/notifications.ts'
import { cardGateways } from './gateways.ts'
import { postRefund } from './ledger.ts'
import { type RefundRow, refundsOf, sendRefund } from './refunds.ts'
import { findTransaction, lockTransaction, type TransactionRow } from './transactions.queries.ts'

export type RefundOrder = {
  id: string
  /** Rials with VAT; null is all that is left. */
  amount: number | null
  /** For the list of refunds. */
  reason: string
  /** What was bought stays, also when all is given back. */
  keepsAccess: boolean
  /** The person hears of it by SMS. */
  isTold: boolean
}
export type RefundPlan = {
  state: 'planned'
  amount: number
  /** The part of the amount that is VAT. */
  vat: number
  /** Nothing of the payment is left after it. */
  isLast: boolean
  /** `reverse`: the bank is asked to give it back; `owed`: a person pays it. */
  way: 'reverse' | 'owed'
}
export type RejectedRefund = { state: 'unknown' | 'unpaid' | 'too_much'; left: number }
export type RefundDone = Omit<RefundPlan, 'state'> & {
  state: 'refunded'
  refund: RefundRow
  withdrawn: Withdrawn
}

/** A bank is asked by the command that makes the refund; should it end, by the reconciliation after so long. */
const CLAIM_MS = 90_000

/** What a refund would be now; nothing is changed. */
export async function planRefund(
  deps: Deps,
  order: Pick<RefundOrder, 'id' | 'amount'>,
): Promise<RefundPlan | RejectedRefund> {
  const row = await findTransaction(deps.db, order.id)
  if (!row) return { state: 'unknown', left: 0 }
  return planOf(deps, deps.db, row, order.amount)
}

/**
 * Gives a payment back. The ledger and what is owed are written at once; a bank that gives back is asked after, and again by the
 * reconciliation. With the last part what was bought ends.
 */
export async function refundPayment(
  deps: Deps,
  order: RefundOrder,
): Promise<RefundDone | RejectedRefund> {
  if (!(await findTransaction(deps.db, order.id))) return { state: 'unknown', left: 0 }
  const done = await inTransaction(deps.db, tx => writeRefund(deps, tx, order))
  await deps.failpoint?.('refund:written')
  if (done.state !== 'refunded' || done.way === 'owed') return done
  await sendRefund(deps, done.refund).catch(ignorePause)
  const [refund = done.refund] = await refundsOf(deps.db, order.id)
  return { ...done, refund }
}

/** The reconciliation comes to it when the bank is asked again. */
function ignorePause(error: unknown): void {
  if (!isPause(error)) throw error
}

async function writeRefund(
  deps: Deps,
  tx: Tx,
  { id, amount: asked, reason, keepsAccess, isTold }: RefundOrder,
): Promise<RefundDone | RejectedRefund> {
  const row = await lockTransaction(tx, id)
  const plan = await planOf(deps, tx, row, asked)
  if (plan.state !== 'planned') return plan
  const now = await deps.databaseNow(tx)
  const { amount, vat, way, isLast } = plan
  const [refund] = await tx
    .insert(refunds)
    .values({
      id: newId(),
      transactionId: id,
      amount,
      reason,
      state: way === 'reverse' ? 'requested' : 'owed',
      createdAt: now,
      nextAttemptAt: new Date(now.getTime() + CLAIM_MS),
    })
    .returning()
  if (!refund) throw new Error('no refund was written')
  if (isTold) await tellRefund(tx, row, refund, now)
  await postRefund(tx, row, { id: refund.id, amount, vat }, now)
  if (isLast) await markReversed(tx, id, now)
  const withdrawn =
    isLast && !keepsAccess
      ? await withdrawAccess(tx, { userId: row.userId, transactionId: id }, now)
      : null
  return { ...plan, state: 'refunded', refund, withdrawn }
}

/** In the transaction of the refund: told once, and only of what was written. Who was erased has no number any more. */
async function tellRefund(
  tx: Tx,
  row: TransactionRow,
  refund: RefundRow,
  now: Date,
): Promise<void> {
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
    .update(transactions)
    .set({ state: 'reversed', failureReason: 'refunded', checkAt: null, updatedAt: now })
    .where(eq(transactions.id, id))
}

async function planOf(
  deps: Deps,
  db: Queryable,
  row: TransactionRow,
  asked: number | null,
): Promise<RefundPlan | RejectedRefund> {
  if (row.state !== 'paid' || row.total === 0) return { state: 'unpaid', left: 0 }
  const given = (await refundsOf(db, row.id)).reduce((sum, { amount }) => sum + amount, 0)
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

/** VAT in the first so many rials of a payment: the parts of a refund add up to the VAT of the invoice. */
export function vatUpTo({ vat, total }: Pick<TransactionRow, 'vat' | 'total'>, amount: number) {
  return Math.round((vat * amount) / total)
}
