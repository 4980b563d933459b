/** Blocks a user: no sign-in, no playback, no further debit. */

import { blockUser } from '../../accounts/session/blocking.ts'
import { endContractsOf, lockContractsOf } from '../../commerce/direct-debit/contracts.ts'
import { inTransaction } from '../../platform/db/open.ts'
import type { Deps } from '../../platform/deps.ts'
import { blockMessage, enqueueAccountMessage } from './messages.ts'
import type { Telling } from './subscription.ts'

export type Blocked = {
  /** False if the user was already blocked; the new reason is stored all the same. */
  isNew: boolean
  sessions: number
  /** Number of direct-debit contracts that were ended, since a blocked user must not pay. */
  contracts: number
}

export async function blockPerson(
  deps: Deps,
  { isTold = true, ...given }: { userId: string; reason: string } & Telling,
): Promise<Blocked> {
  return inTransaction(deps.db, async tx => {
    const inside = { ...deps, db: tx as unknown as Deps['db'] }
    await lockContractsOf(tx, given.userId)
    const blocked = await blockUser(inside, given)
    const contracts = await endContractsOf(inside, given.userId, 'blocked')
    if (isTold && blocked.isNew)
      await enqueueAccountMessage(
        tx,
        given.userId,
        blockMessage(given.userId, deps.now()),
        deps.now(),
      )
    return { ...blocked, contracts: contracts.length }
  })
}
