// Applies the bank's answer to a debit.
import { eq, sql } from 'drizzle-orm'
import { DIRECT_DEBIT } from '#src/contract/limits.ts'
import { HOUR_MS } from '#src/lib/text/milliseconds.ts'
import { toWire } from '#src/lib/text/tehran.ts'
import type { Debit } from '../../platform/adapters/payments/direct-debit.ts'
import { translationColumns } from '../../platform/db/localized.ts'
import { inTransaction, type Tx } from '../../platform/db/open.ts'
import { ddCharges } from '../../platform/db/schema/direct-debit-charges.ts'
import { ddContracts } from '../../platform/db/schema/direct-debit-contracts.ts'
import type { Deps } from '../../platform/deps.ts'
import { emitWebhookEvent } from '../../platform/webhooks/emit.ts'
import { markDebitPaid } from '../checkout/debit-payments.ts'
import { lockPayment } from '../checkout/payments.queries.ts'
import { endPayment } from '../checkout/payments.ts'
import { grantPeriod } from '../entitlements/subscriptions.ts'
import { type ContractRow, endContract, lockContract } from './contracts.ts'
import { notifyDebit, notifyFailedDebit } from './messages.ts'
import { anchorDayOf, chargeTime, periodEnd, possiblePeriodEnds } from './periods.ts'

type Done = Extract<Debit, { state: 'done' }>

/** Records a successful debit: the next period begins at the end of the last one, in the same transaction. */
export async function settleCharge(deps: Deps, id: string, debit: Done): Promise<void> {
  const renewed = await inTransaction(deps.db, async tx => {
    const [charge] = await tx.select().from(ddCharges).where(eq(ddCharges.id, id))
    if (!charge?.paymentId) throw new Error('the charge has no payment')
    const contract = await lockContract(tx, charge.contractId)
    const payment = await lockPayment(tx, charge.paymentId)
    const now = await deps.databaseNow(tx)
    if (payment.state === 'paid') return null
    const { refId, withdrawalId } = debit
    await markDebitPaid(tx, payment, refId, now)
    const planned = { ends: possiblePeriodEnds(contract.nextChargeAt), day: contract.anchorDay }
    const period = await grantPeriod(
      tx,
      {
        userId: contract.userId,
        source: 'direct_debit',
        paymentId: payment.id,
        packageId: contract.packageId,
        ...translationColumns(payment, 'title'),
        endOf: start => periodEnd(start, anchorDayOf(start, planned)),
      },
      now,
    )
    await tx
      .update(ddCharges)
      .set({ state: 'done', withdrawalId, errorCode: null, nextAttemptAt: null, updatedAt: now })
      .where(eq(ddCharges.id, id))
    await tx
      .update(ddContracts)
      .set({
        period: sql`greatest(${ddContracts.period}, ${charge.period})`,
        anchorDay: anchorDayOf(period.startsAt, planned),
        nextChargeAt: contract.state === 'active' ? chargeTime(period.endsAt) : null,
        updatedAt: now,
      })
      .where(eq(ddContracts.id, contract.id))
    if (charge.period > 1) await notifyDebit(deps, tx, contract, { charge, endsAt: period.endsAt })
    await deps.failpoint?.('debit:before-commit')
    return period
  })
  if (renewed) await deps.failpoint?.('debit:after-commit')
}

/**
 * Records a failed debit. A failed first debit ends the contract. A later one is tried again with a new track id; after the last attempt
 * the contract ends.
 */
export async function failCharge(deps: Deps, id: string, code: string | null): Promise<void> {
  const ended = await inTransaction(deps.db, async tx => {
    const [found] = await tx.select().from(ddCharges).where(eq(ddCharges.id, id))
    if (!found) return null
    const contract = await lockContract(tx, found.contractId)
    const [charge] = await tx.select().from(ddCharges).where(eq(ddCharges.id, id))
    if (charge?.state !== 'sent' || charge.trackId !== found.trackId) return null
    const now = await deps.databaseNow(tx)
    const pause = DIRECT_DEBIT.retryHours[charge.attempts]
    const isOver = charge.period === 1 || pause === undefined || contract.state !== 'active'
    const attempts = charge.attempts + 1
    const retryAt = new Date(charge.dueAt.getTime() + (pause ?? 0) * HOUR_MS)
    const nextAttemptAt = isOver
      ? null
      : retryAt > now
        ? retryAt
        : new Date(now.getTime() + HOUR_MS)
    await tx
      .update(ddCharges)
      .set({
        state: isOver ? 'failed' : 'due',
        attempts,
        errorCode: code,
        trackId: isOver ? charge.trackId : `${contract.id}-${charge.period}-${attempts}`,
        nextAttemptAt,
        updatedAt: now,
      })
      .where(eq(ddCharges.id, id))
    if (charge.period > 1 && contract.state === 'active')
      await notifyFailedDebit(deps, tx, contract, { charge, nextAttemptAt })
    if (nextAttemptAt) await emitRetry(tx, { charge, contract, retryAt: nextAttemptAt }, now)
    return isOver ? charge : null
  })
  if (!ended) return
  if (ended.paymentId) await endPayment(deps, ended.paymentId, 'failed', 'bank')
  await endContract(deps, ended.contractId, ended.period === 1 ? 'declined' : 'cancelled', 'unpaid')
}

type Retry = { charge: typeof ddCharges.$inferSelect; contract: ContractRow; retryAt: Date }

/** Emits a failed attempt that will be repeated; `endPayment` emits the last one. */
async function emitRetry(tx: Tx, { charge, contract, retryAt }: Retry, now: Date): Promise<void> {
  const { paymentId: payment, attempts, amount } = charge
  if (!payment) return
  const data = {
    payment,
    user: contract.userId,
    kind: 'direct_debit',
    gateway: contract.provider,
    amount,
    reason: 'bank',
    retry_at: toWire(retryAt),
  }
  await emitWebhookEvent(tx, { type: 'payment.failed', of: `${payment}:${attempts}`, data }, now)
}
