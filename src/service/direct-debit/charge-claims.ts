// Which charges are due, and which node has which. A charge is leased by compare-and-set on its next attempt: whoever lost
// its lease to another node finds another time there.
import { and, asc, eq, inArray, lte, or } from 'drizzle-orm'
import { DIRECT_DEBIT } from '#src/contract/limits.ts'
import { insertDebitPayment } from '../checkout/debit-payments.ts'
import { columnsOf } from '../db/localized.ts'
import { inTransaction, type Tx } from '../db/open.ts'
import { ddCharges } from '../db/schema/direct-debit-charges.ts'
import { packages } from '../db/schema/packages.ts'
import type { Deps } from '../deps.ts'
import { newId } from '../ids.ts'
import { type ContractRow, lockContract } from './contracts.ts'

export type ChargeRow = typeof ddCharges.$inferSelect
export type ClaimedCharge = ChargeRow & { transactionId: string; wasSent: boolean }
/** A charge that this node may claim until then. */
export type LeasedCharge = { id: string; until: Date }

/** Longer than all calls of one debit may take. */
const LEASE_MS = 2 * 60_000
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
    const now = await deps.databaseNow(tx)
    return chargeOf(tx, { ...contract, period: 0 }, now, now)
  })
}

/** Leases charges whose time has come, and those whose answer never came. Contracts are not locked here. */
export async function leaseDueCharges(deps: Deps, limit: number): Promise<LeasedCharge[]> {
  return inTransaction(deps.db, async tx => {
    const now = await deps.databaseNow(tx)
    const noticed = new Date(now.getTime() - DIRECT_DEBIT.noticeHours * HOUR)
    const due = await tx
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

/** What was leased and not begun is due again. */
export async function releaseCharges(deps: Deps, leased: readonly LeasedCharge[]): Promise<void> {
  const nextAttemptAt = await deps.databaseNow(deps.db)
  for (const { id, until } of leased)
    await deps.db
      .update(ddCharges)
      .set({ nextAttemptAt })
      .where(and(eq(ddCharges.id, id), eq(ddCharges.nextAttemptAt, until)))
}

/** Takes a charge that is due, or leased `until` then; null when another has it, or it is over. */
export async function claimCharge(
  deps: Deps,
  id: string,
  until: Date | null,
): Promise<{ charge: ClaimedCharge; contract: ContractRow } | null> {
  return inTransaction(deps.db, async tx => {
    const [found] = await tx.select().from(ddCharges).where(eq(ddCharges.id, id))
    if (!found) return null
    const contract = await lockContract(tx, found.contractId)
    // Cancelled before the due time: no debit. One that may be at the bank already is still asked about.
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
    const transactionId = charge.transactionId ?? (await openPayment(tx, charge, contract, now))
    return { charge: { ...charge, transactionId, wasSent: found.state === 'sent' }, contract }
  })
}

function leaseEnd(now: Date): Date {
  return new Date(now.getTime() + LEASE_MS)
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
