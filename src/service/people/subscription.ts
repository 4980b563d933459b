/** What the team changes about a subscription. */
import { inTransaction } from '../db/open.ts'
import type { Deps } from '../deps.ts'
import { endContractsOf } from '../direct-debit/end-contracts.ts'
import { grantDays, revokePeriods, type SubscriptionRow } from '../entitlements/subscriptions.ts'

/** Days without a payment, after what is left. Two grants follow each other. */
export async function extendSubscription(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  given: { userId: string; days: number },
): Promise<SubscriptionRow> {
  return inTransaction(db, tx => grantDays(tx, given, now()))
}

export type Cancelled = { periods: number; contracts: number }

/**
 * Ends direct debit, and access at once: the running period and what was to follow. What was paid stays paid; a refund is a decision of its
 * own. With `keepsAccess` only the renewal ends.
 */
export async function cancelSubscription(
  deps: Deps,
  given: { userId: string; reason: string; keepsAccess?: boolean },
): Promise<Cancelled> {
  const { userId, reason, keepsAccess = false } = given
  return inTransaction(deps.db, async tx => {
    const inside = { ...deps, db: tx as unknown as Deps['db'] }
    const contracts = await endContractsOf(inside, userId, reason)
    const periods = keepsAccess ? [] : await revokePeriods(tx, userId, deps.now())
    return { periods: periods.length, contracts: contracts.length }
  })
}
