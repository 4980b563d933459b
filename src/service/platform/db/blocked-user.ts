import { eq } from 'drizzle-orm'
import type { Queryable } from './open.ts'
import { users } from './schema/users.ts'

/** True if a user may not sign in. Erased users are blocked, too. */
export async function isBlocked(db: Queryable, userId: string): Promise<boolean> {
  const [user] = await db
    .select({ blockedAt: users.blockedAt })
    .from(users)
    .where(eq(users.id, userId))
  return user?.blockedAt instanceof Date
}
