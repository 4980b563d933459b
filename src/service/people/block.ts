/** Blocks a person of the site: no sign-in, no playback, no further debit. */
import { inTransaction } from '../db/open.ts'
import type { Deps } from '../deps.ts'
import { endContractsOf } from '../direct-debit/end-contracts.ts'
import { blockUser } from '../session/blocking.ts'
import { messageOfBlock, tell } from './messages.ts'
import type { Telling } from './subscription.ts'

export type Blocked = {
  /** False where the person was blocked before; the reason is noted all the same. */
  isNew: boolean
  sessions: number
  /** Direct-debit contracts that end: nobody pays for what they may not watch. */
  contracts: number
}

export async function blockPerson(
  deps: Deps,
  { isTold = true, ...given }: { userId: string; reason: string } & Telling,
): Promise<Blocked> {
  return inTransaction(deps.db, async tx => {
    const inside = { ...deps, db: tx as unknown as Deps['db'] }
    const blocked = await blockUser(inside, given)
    const contracts = await endContractsOf(inside, given.userId, 'blocked')
    if (isTold && blocked.isNew)
      await tell(tx, given.userId, messageOfBlock(given.userId, deps.now()), deps.now())
    return { ...blocked, contracts: contracts.length }
  })
}
