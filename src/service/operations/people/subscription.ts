/** Changes that the team makes to a subscription. */

import { endContractsOf } from '../../commerce/direct-debit/contracts.ts'
import {
  grantDays,
  revokePeriods,
  type SubscriptionRow,
} from '../../commerce/entitlements/subscriptions.ts'
import { inTransaction } from '../../platform/db/open.ts'
import type { Deps } from '../../platform/deps.ts'
import { cancelMessage, enqueueAccountMessage, grantMessage } from './messages.ts'

/** Adds days after the current end, without a payment. Concurrent grants add up. */
export async function extendSubscription(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { userId, days, isTold = true }: { userId: string; days: number } & Telling,
): Promise<SubscriptionRow> {
  return inTransaction(db, async tx => {
    const period = await grantDays(tx, { userId, days }, now())
    if (isTold) await enqueueAccountMessage(tx, userId, grantMessage(period), now())
    return period
  })
}

/** If `isTold` is true, which is the default, the user gets an SMS. */
export type Telling = { isTold?: boolean }

export type Cancelled = { periods: number; contracts: number }

/**
 * Ends direct debit and, at once, access: the current and all future periods. No payment is refunded. With `keepsAccess`, ends only the
 * renewal.
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
    if (isTold)
      await enqueueAccountMessage(tx, userId, cancelMessage(periods, contracts), deps.now())
    return { periods: periods.length, contracts: contracts.length }
  })
}
