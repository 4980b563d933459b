// One debit a contract and period. It is claimed by compare-and-set, keyed at the bank by a track id of ours, and asked
// about before it is ever tried again.

import { and, eq, inArray, lte, or, sql } from 'drizzle-orm'
import { DIRECT_DEBIT } from '#src/contract/limits.ts'
import type { Debit } from '../adapters/payments/direct-debit.ts'
import { GatewayError } from '../adapters/payments/gateway.ts'
import { insertDebitPayment, markDebitPaid } from '../checkout/debit-payments.ts'
import { endPayment } from '../checkout/payments.ts'
import { lockTransaction } from '../checkout/transactions.queries.ts'
import { columnsOf } from '../db/localized.ts'
import { inTransaction, type Tx } from '../db/open.ts'
import { ddCharges } from '../db/schema/direct-debit-charges.ts'
import { ddContracts } from '../db/schema/direct-debit-contracts.ts'
import { packages } from '../db/schema/packages.ts'
import type { Deps } from '../deps.ts'
import { grantPeriod } from '../entitlements/subscriptions.ts'
import { newId } from '../ids.ts'
import { type ContractRow, endContract, lockContract } from './contracts.ts'
import { notifyCharged, notifyFailed } from './messages.ts'
import { anchorOf, chargeTime, endFromChargeTime, periodEnd } from './periods.ts'
import { debitProvider } from './provider.ts'

export type ChargeRow = typeof ddCharges.$inferSelect

const CHARGE_LOCK_MS = 2 * 60_000
const HOUR = 3_600_000

/** The row of a period, made once; two nodes that make it at once make one. */
export async function chargeOf(
  tx: Tx,
  contract: ContractRow,
  dueAt: Date,
  now: Date,
): Promise<ChargeRow> {
  const period = contract.period + 1
  const ofPeriod = and(eq(ddCharges.contractId, contract.id), eq(ddCharges.period, period))
  await tx
    .insert(ddCharges)
    .values({
      id: newId(),
      contractId: contract.id,
      period,
      trackId: `${contract.id}-${period}`,
      amount: contract.amount,
      dueAt,
      nextAttemptAt: dueAt,
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing({ target: [ddCharges.contractId, ddCharges.period] })
  const [row] = await tx.select().from(ddCharges).where(ofPeriod)
  if (!row) throw new Error('no charge was written')
  return row
}

/** The first period of a contract, due at once; the same row however often it is asked for. */
export async function firstCharge(deps: Deps, contractId: string): Promise<ChargeRow> {
  return inTransaction(deps.db, async tx => {
    const contract = await lockContract(tx, contractId)
    return chargeOf(tx, { ...contract, period: 0 }, deps.now(), deps.now())
  })
}

/** Runs a charge that is due, once over all nodes, and returns its payment; null when another has it. */
export async function runCharge(deps: Deps, id: string): Promise<string | null> {
  const claimed = await inTransaction(deps.db, tx => claim(tx, id, deps.now()))
  if (!claimed) return null
  const { charge, contract } = claimed
  await deps.failpoint?.('debit:claimed')
  const debit = await requestDebit(deps, charge, contract)
  await deps.failpoint?.('debit:answered')
  if (debit?.state === 'done') await settleCharge(deps, charge.id, debit)
  else if (debit?.state === 'failed') await failCharge(deps, charge.id, debit.code)
  return charge.transactionId
}

async function claim(tx: Tx, id: string, now: Date) {
  const [found] = await tx.select().from(ddCharges).where(eq(ddCharges.id, id))
  if (!found) return null
  const contract = await lockContract(tx, found.contractId)
  // Cancelled before the due time: no debit. One that may be at the bank already is still asked about.
  if (contract.state !== 'active' && found.state !== 'sent') return null
  const [charge] = await tx
    .update(ddCharges)
    .set({ state: 'sent', nextAttemptAt: new Date(now.getTime() + CHARGE_LOCK_MS), updatedAt: now })
    .where(
      and(
        eq(ddCharges.id, id),
        inArray(ddCharges.state, ['due', 'sent']),
        lte(ddCharges.nextAttemptAt, now),
      ),
    )
    .returning()
  if (!charge) return null
  const transactionId = charge.transactionId ?? (await openPayment(tx, charge, contract, now))
  return { charge: { ...charge, transactionId, wasSent: found.state === 'sent' }, contract }
}

/** The payment of a period: its terms are the contract's, whatever the package costs by now. */
async function openPayment(
  tx: Tx,
  charge: ChargeRow,
  contract: ContractRow,
  now: Date,
): Promise<string> {
  const [item] = await tx.select().from(packages).where(eq(packages.id, contract.packageId))
  if (!item) throw new Error('the package is gone')
  const id = await insertDebitPayment(tx, {
    userId: contract.userId,
    packageId: item.id,
    contractId: contract.id,
    ...columnsOf(item, 'title'),
    durationDays: item.durationDays,
    total: contract.amount,
    gateway: contract.provider,
    authority: charge.trackId,
    language: contract.language,
    returnPath: charge.period === 1 ? contract.returnPath : null,
    now,
  })
  await tx.update(ddCharges).set({ transactionId: id }).where(eq(ddCharges.id, charge.id))
  return id
}

type Claimed = ChargeRow & { wasSent: boolean }

/** Null: nothing is known, and it is asked again when the lease is over. */
async function requestDebit(
  deps: Deps,
  charge: Claimed,
  contract: ContractRow,
): Promise<Debit | null> {
  const provider = debitProvider(deps)
  try {
    const known = charge.wasSent ? await provider.debitOf(charge.trackId) : null
    if (known) return withExpectedAmount(deps, charge, known)
    if (contract.state !== 'active')
      return { state: 'failed', withdrawalId: null, code: 'cancelled' }
    const { trackId, amount } = charge
    const authorizationId = contract.authorizationId ?? ''
    const description = contract.packageId
    const debit = await provider.debit({ authorizationId, amount, trackId, description })
    await deps.failpoint?.('debit:sent')
    const isUnsure = debit.state === 'pending' || (debit.state === 'done' && debit.amount === null)
    return withExpectedAmount(deps, charge, isUnsure ? await provider.debitOf(trackId) : debit)
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    deps.log.warn({ charge: charge.id, fault: error.message }, 'no answer to a debit')
    return null
  }
}

/** A debit is done only at its own amount: another one, or none said, is left for a person to look at. */
function withExpectedAmount(
  deps: Deps,
  { id, amount }: Claimed,
  debit: Debit | null,
): Debit | null {
  if (debit?.state !== 'done' || debit.amount === amount) return debit
  deps.log.error({ charge: id, isSaid: debit.amount !== null }, 'a debit without its amount')
  return null
}

type Done = Extract<Debit, { state: 'done' }>

/** Money came: the next period begins where the last one ends, in the same transaction. */
async function settleCharge(deps: Deps, id: string, debit: Done): Promise<void> {
  const now = deps.now()
  const renewed = await inTransaction(deps.db, async tx => {
    const [charge] = await tx.select().from(ddCharges).where(eq(ddCharges.id, id))
    if (!charge?.transactionId) throw new Error('the charge has no payment')
    const contract = await lockContract(tx, charge.contractId)
    const payment = await lockTransaction(tx, charge.transactionId)
    if (payment.state === 'paid') return null
    const { refId, withdrawalId } = debit
    await markDebitPaid(tx, payment, refId, now)
    const planned = {
      at: contract.nextChargeAt && endFromChargeTime(contract.nextChargeAt),
      day: contract.anchorDay,
    }
    const period = await grantPeriod(
      tx,
      {
        userId: contract.userId,
        source: 'direct_debit',
        transactionId: payment.id,
        packageId: contract.packageId,
        ...columnsOf(payment, 'title'),
        endOf: start => periodEnd(start, anchorOf(start, planned)),
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
        anchorDay: anchorOf(period.startsAt, planned),
        nextChargeAt: contract.state === 'active' ? chargeTime(period.endsAt) : null,
        updatedAt: now,
      })
      .where(eq(ddContracts.id, contract.id))
    if (charge.period > 1)
      await notifyCharged(deps, tx, contract, { charge, endsAt: period.endsAt })
    await deps.failpoint?.('debit:before-commit')
    return period
  })
  if (renewed) await deps.failpoint?.('debit:after-commit')
}

/**
 * The bank took nothing. A first debit that fails ends the contract; a later one is tried again under a new track id,
 * and after the last try the contract ends.
 */
async function failCharge(deps: Deps, id: string, code: string | null): Promise<void> {
  const now = deps.now()
  const ended = await inTransaction(deps.db, async tx => {
    const [found] = await tx.select().from(ddCharges).where(eq(ddCharges.id, id))
    if (!found) return null
    const contract = await lockContract(tx, found.contractId)
    const [charge] = await tx.select().from(ddCharges).where(eq(ddCharges.id, id))
    if (charge?.state !== 'sent' || charge.trackId !== found.trackId) return null
    const pause = DIRECT_DEBIT.retryHours[charge.attempts]
    const isOver = charge.period === 1 || pause === undefined || contract.state !== 'active'
    const attempts = charge.attempts + 1
    const retryAt = new Date(charge.dueAt.getTime() + (pause ?? 0) * HOUR)
    const nextAttemptAt = isOver ? null : retryAt > now ? retryAt : new Date(now.getTime() + HOUR)
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
      await notifyFailed(deps, tx, contract, { charge, nextAttemptAt })
    return isOver ? charge : null
  })
  if (!ended) return
  if (ended.transactionId) await endPayment(deps, ended.transactionId, 'failed', 'bank')
  await endContract(deps, ended.contractId, ended.period === 1 ? 'declined' : 'cancelled', 'unpaid')
}

/** Charges whose time has come, and those whose answer never came. */
export async function dueCharges(deps: Deps, limit: number): Promise<string[]> {
  const now = deps.now()
  const noticed = new Date(now.getTime() - DIRECT_DEBIT.noticeHours * HOUR)
  const rows = await deps.db
    .select({ id: ddCharges.id })
    .from(ddCharges)
    .where(
      and(
        inArray(ddCharges.state, ['due', 'sent']),
        lte(ddCharges.nextAttemptAt, now),
        // Nobody is debited who was not told a day before.
        or(eq(ddCharges.period, 1), lte(ddCharges.noticedAt, noticed)),
      ),
    )
    .orderBy(ddCharges.nextAttemptAt)
    .limit(limit)
  return rows.map(({ id }) => id)
}
