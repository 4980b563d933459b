/** Erases a user by request: the row of the user stays, without personal data. */
import { getTableName } from 'drizzle-orm'
import { DAY_MS } from '#src/lib/text/milliseconds.ts'
import { listUsersErasedSince, markErased } from '../../accounts/session/blocking.ts'
import { lockPurchases } from '../../commerce/stored-data.ts'
import { inTransaction, type Tx } from '../../platform/db/open.ts'
import type { Person } from '../../platform/db/personal-data.ts'
import type { Deps } from '../../platform/deps.ts'
import { blockPerson } from './block.ts'
import { PERSONAL_DATA } from './personal-data.ts'
import { cancelSubscription } from './subscription.ts'

export type Erased = {
  /** Number of rows that were deleted or emptied of personal data, by table. */
  deleted: Record<string, number>
  emptied: Record<string, number>
}

/**
 * First ends sessions, subscriptions and direct debit. The user stays blocked, so money that a bank still takes must be refunded. The
 * number is free again; signing in with it creates a new user.
 */
export async function erasePerson(deps: Deps, person: Person): Promise<Erased> {
  const given = { userId: person.id, reason: 'erased', isTold: false }
  const lock = (tx: Tx) => lockPurchases(tx, person.id)
  // The console has a transaction around everything, in which these locks must come before that of the user.
  await inTransaction(deps.db, lock)
  await blockPerson(deps, given)
  await cancelSubscription(deps, given)
  return inTransaction(deps.db, async tx => {
    await lock(tx)
    await markErased(tx, person.id, deps.now())
    return eraseRows(tx, person)
  })
}

/** Time after an erasure in which requests and debits that were in progress may still write rows. */
const LATE_MS = 14 * DAY_MS

/** Erases rows that concurrent requests wrote during an erasure. Returns the number of users that it checked. */
export async function eraseLateRows({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<number> {
  const users = await listUsersErasedSince(db, new Date(now().getTime() - LATE_MS))
  for (const user of users)
    await inTransaction(db, async tx => {
      await lockPurchases(tx, user.id)
      await eraseRows(tx, user)
    })
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

export function registerPeopleJobs(deps: Deps): void {
  deps.jobs.define('people.erase', async () => void (await eraseLateRows(deps)), {
    cron: '41 * * * *',
    retries: 0,
  })
}
