/** What the team changes about a subscription. */
import { inTransaction } from '../db/open.ts'
import type { Deps } from '../deps.ts'
import { endContractsOf } from '../direct-debit/end-contracts.ts'
import { grantDays, revokePeriods, type SubscriptionRow } from '../entitlements/subscriptions.ts'
import { messageOfCancel, messageOfGrant, tell } from './messages.ts'

/** Days without a payment, after what is left. Two grants follow each other. */
export async function extendSubscription(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { userId, days, isTold = true }: { userId: string; days: number } & Telling,
): Promise<SubscriptionRow> {
  return inTransaction(db, async tx => {
    const period = await grantDays(tx, { userId, days }, now())
    if (isTold) await tell(tx, userId, messageOfGrant(period), now())
    return period
  })
}

/** Whether the person hears of it by SMS; by default so. */
export type Telling = { isTold?: boolean }

export type Cancelled = { periods: number; contracts: number }

/**
 * Ends direct debit, and access at once: the running period and what was to follow. What was paid stays paid; a refund is a decision of its
 * own. With `keepsAccess` only the renewal ends.
 */
export async function cancelSubscription(
  deps: Deps,
  given: { userId: string; reason: string; keepsAccess?: boolean } & Telling,
): Promise<Cancelled> {
  const { userId, reason, keepsAccess = false, isTold = true } = given
  return inTransaction(deps.db, async tx => {
    const inside = { ...deps, db: tx as unknown as Deps['db'] }
    const contracts = await endContractsOf(inside, userId, reason)
    const periods = keepsAccess ? [] : await revokePeriods(tx, userId, deps.now())
    if (isTold) await tell(tx, userId, messageOfCancel(periods, contracts), deps.now())
    return { periods: periods.length, contracts: contracts.length }
  })
}
