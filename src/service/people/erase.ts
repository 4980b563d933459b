/** Forgets a person, by request: the accounts stay, without the person. */
import { getTableName } from 'drizzle-orm'
import { inTransaction, type Tx } from '../db/open.ts'
import type { Person } from '../db/personal-data.ts'
import type { Deps } from '../deps.ts'
import { erasedSince, markErased } from '../session/blocking.ts'
import { blockPerson } from './block.ts'
import { PERSONAL_DATA } from './personal-data.ts'
import { cancelSubscription } from './subscription.ts'

export type Erased = {
  /** Table → rows that were deleted, or emptied of personal data. */
  deleted: Record<string, number>
  emptied: Record<string, number>
}

/**
 * Everything is ended first: sessions, subscriptions, direct debit. Money that a bank still takes is owed back, since the user stays blocked.
 * The number is free again; who signs in with it is a new user.
 */
export async function erasePerson(deps: Deps, person: Person): Promise<Erased> {
  const given = { userId: person.id, reason: 'erased', isTold: false }
  await blockPerson(deps, given)
  await cancelSubscription(deps, given)
  return inTransaction(deps.db, async tx => {
    await markErased(tx, person.id, deps.now())
    return eraseRows(tx, person)
  })
}

/** How long after an erasure rows may still come: of calls and debits that were under way. */
const LATE_MS = 14 * 86_400_000

/** Erases again what calls wrote that ran beside an erasure. @returns how many users it looked at */
export async function eraseLateRows({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<number> {
  const users = await erasedSince(db, new Date(now().getTime() - LATE_MS))
  for (const user of users) await inTransaction(db, tx => eraseRows(tx, user))
  return users.length
}

async function eraseRows(tx: Tx, person: Person): Promise<Erased> {
  const erased: Erased = { deleted: {}, emptied: {} }
  for (const rule of PERSONAL_DATA) {
    const { table, of } = rule
    const name = getTableName(table)
    if (rule.erasure === 'deletes') {
      const { rowCount } = await tx.delete(table).where(of(person))
      if (rowCount) erased.deleted[name] = rowCount
    } else if (rule.sets) {
      const { rowCount } = await tx.update(table).set(rule.sets(person)).where(of(person))
      if (rowCount) erased.emptied[name] = rowCount
    }
  }
  return erased
}
