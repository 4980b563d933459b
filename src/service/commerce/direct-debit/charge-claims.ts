// Decides which charges are due and which node has which. A node leases a charge by compare-and-set on its next attempt, so a node that
// lost its lease finds another time there.
import { and, asc, eq, inArray, lte, or } from 'drizzle-orm'
import { DIRECT_DEBIT } from '#src/contract/limits.ts'
import { HOUR_MS, MINUTE_MS } from '#src/lib/text/milliseconds.ts'
import { translationColumns } from '../../platform/db/localized.ts'
import { inTransaction, type Tx } from '../../platform/db/open.ts'
import { ddCharges } from '../../platform/db/schema/direct-debit-charges.ts'
import { packages } from '../../platform/db/schema/packages.ts'
import type { Deps } from '../../platform/deps.ts'
import { newId } from '../../platform/ids.ts'
import { insertDebitPayment } from '../checkout/debit-payments.ts'
import { type ContractRow, lockContract } from './contracts.ts'

export type ChargeRow = typeof ddCharges.$inferSelect
export type ClaimedCharge = ChargeRow & { paymentId: string; wasSent: boolean }
/** A charge that this node may claim until the given time. */
export type LeasedCharge = { id: string; until: Date }

/** Longer than all requests of one debit can take. */
const LEASE_MS = 2 * MINUTE_MS

/** Returns the charge of a period. It is created once, also if two nodes create it at the same time. */
export async function ensureCharge(
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
  if (!row) throw new Error('the charge was not inserted')
  return row
}

/** Returns the charge of a contract's first period, due at once; repeated calls return the same row. */
export async function ensureFirstCharge(deps: Deps, contractId: string): Promise<ChargeRow> {
  return inTransaction(deps.db, async tx => {
    const contract = await lockContract(tx, contractId)
    const now = await deps.databaseNow(tx)
    return ensureCharge(tx, { ...contract, period: 0 }, now, now)
  })
}

/** Leases charges that are due, and those that were sent without an answer. Locks no contracts. */
export async function leaseDueCharges(deps: Deps, limit: number): Promise<LeasedCharge[]> {
  return inTransaction(deps.db, async tx => {
    const now = await deps.databaseNow(tx)
    const noticed = new Date(now.getTime() - DIRECT_DEBIT.noticeHours * HOUR_MS)
    const due = await tx
      .select({ id: ddCharges.id })
      .from(ddCharges)
      .where(
        and(
          inArray(ddCharges.state, ['due', 'sent']),
          lte(ddCharges.nextAttemptAt, now),
          // A user must be notified a day before each debit after the first.
          or(eq(ddCharges.period, 1), lte(ddCharges.noticedAt, noticed)),
        ),
      )
      .orderBy(asc(ddCharges.nextAttemptAt))
      .limit(limit)
      .for('update', { skipLocked: true })
    const ids = due.map(({ id }) => id)
    const until = leaseEnd(now)
    if (ids.length > 0)
      await tx.update(ddCharges).set({ nextAttemptAt: until }).where(inArray(ddCharges.id, ids))
    return ids.map(id => ({ id, until }))
  })
}

/** Makes leased charges that were not started due again. */
export async function releaseCharges(deps: Deps, leased: readonly LeasedCharge[]): Promise<void> {
  const nextAttemptAt = await deps.databaseNow(deps.db)
  for (const { id, until } of leased)
    await deps.db
      .update(ddCharges)
      .set({ nextAttemptAt })
      .where(and(eq(ddCharges.id, id), eq(ddCharges.nextAttemptAt, until)))
}

/** Claims a charge that is due, or that this node leased `until` then. Returns null if another node has it, or it has ended. */
export async function claimCharge(
  deps: Deps,
  id: string,
  until: Date | null,
): Promise<{ charge: ClaimedCharge; contract: ContractRow } | null> {
  return inTransaction(deps.db, async tx => {
    const [found] = await tx.select().from(ddCharges).where(eq(ddCharges.id, id))
    if (!found) return null
    const contract = await lockContract(tx, found.contractId)
    // A contract that was cancelled before the due time is not debited. A charge that may already be at the bank is still checked.
    if (contract.state !== 'active' && found.state !== 'sent') return null
    const now = await deps.databaseNow(tx)
    const [charge] = await tx
      .update(ddCharges)
      .set({ state: 'sent', nextAttemptAt: leaseEnd(now), updatedAt: now })
      .where(
        and(
          eq(ddCharges.id, id),
          inArray(ddCharges.state, ['due', 'sent']),
          until ? eq(ddCharges.nextAttemptAt, until) : lte(ddCharges.nextAttemptAt, now),
        ),
      )
      .returning()
    if (!charge) return null
    const paymentId = charge.paymentId ?? (await openPayment(tx, charge, contract, now))
    return { charge: { ...charge, paymentId, wasSent: found.state === 'sent' }, contract }
  })
}

function leaseEnd(now: Date): Date {
  return new Date(now.getTime() + LEASE_MS)
}

/** Creates the payment of a period with the terms of the contract, whatever the package costs now. */
async function openPayment(
  tx: Tx,
  charge: ChargeRow,
  contract: ContractRow,
  now: Date,
): Promise<string> {
  const [item] = await tx.select().from(packages).where(eq(packages.id, contract.packageId))
  if (!item) throw new Error('the package of the contract does not exist')
  const id = await insertDebitPayment(tx, {
    userId: contract.userId,
    packageId: item.id,
    contractId: contract.id,
    ...translationColumns(item, 'title'),
    durationDays: item.durationDays,
    total: contract.amount,
    gateway: contract.provider,
    authority: charge.trackId,
    language: contract.language,
    returnPath: charge.period === 1 ? contract.returnPath : null,
    now,
  })
  await tx.update(ddCharges).set({ paymentId: id }).where(eq(ddCharges.id, charge.id))
  return id
}
