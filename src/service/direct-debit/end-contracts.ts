import { and, eq, inArray } from 'drizzle-orm'
import { ddContracts } from '../db/schema/direct-debit-contracts.ts'
import type { Deps } from '../deps.ts'
import { endContract } from './contracts.ts'

/** Ends every contract of a user that debits or may begin to. @returns their ids */
export async function endContractsOf(
  deps: Deps,
  userId: string,
  reason: string,
): Promise<string[]> {
  const open = await deps.db
    .select({ id: ddContracts.id })
    .from(ddContracts)
    .where(and(eq(ddContracts.userId, userId), inArray(ddContracts.state, ['waiting', 'active'])))
  for (const { id } of open) await endContract(deps, id, 'cancelled', reason)
  return open.map(({ id }) => id)
}
