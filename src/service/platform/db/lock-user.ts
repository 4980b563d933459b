import { eq } from 'drizzle-orm'
import type { Tx } from './open.ts'
import { users } from './schema/users.ts'

/**
 * Serialises changes of one user: sign-ins, profiles, grants. The lock is `no key update`, since `for update` would also wait for every
 * row that references the user.
 */
export async function lockUser(tx: Tx, userId: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
}
