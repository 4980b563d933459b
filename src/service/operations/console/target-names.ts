/** Names for the ids of users and members, which the audit log and requests store. */
import { inArray } from 'drizzle-orm'
import type { Queryable } from '../../platform/db/open.ts'
import { staffAccounts } from '../../platform/db/schema/staff.ts'
import { users } from '../../platform/db/schema/users.ts'
import { maskedName } from '../cli/person.ts'

/** Returns the masked number and the name of each user, and the address of each member, by id. Other ids have no entry. */
export async function readTargetNames(
  db: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(ids)].filter(Boolean)
  if (wanted.length === 0) return new Map()
  const [people, members] = await Promise.all([
    db.select().from(users).where(inArray(users.id, wanted)),
    db.select().from(staffAccounts).where(inArray(staffAccounts.id, wanted)),
  ])
  return new Map([
    ...people.map(user => [user.id, nameOf(user)] as const),
    ...members.map(({ id, email }) => [id, email] as const),
  ])
}

function nameOf(user: typeof users.$inferSelect): string {
  const name = [user.name, user.family].filter(Boolean).join(' ')
  return user.erasedAt || !name ? maskedName(user) : `${name} · ${maskedName(user)}`
}
