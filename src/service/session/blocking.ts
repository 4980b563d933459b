/** Blocked users: they may not sign in, so nothing plays, is bought or written in their name. */
import { and, desc, eq, gt, isNotNull, isNull, or } from 'drizzle-orm'
import { lockUser } from '../db/lock-user.ts'
import { inTransaction, type Queryable, type Tx } from '../db/open.ts'
import { erasedMsisdn } from '../db/personal-data.ts'
import { limitedTokens, otpChallenges, remoteAccess, sessions } from '../db/schema/session.ts'
import { users } from '../db/schema/users.ts'
import type { Deps } from '../deps.ts'
import { revokeSessions } from './sessions.ts'
import type { UserRow } from './users.ts'

/**
 * Ends every session and every sign-in that is under way. A sign-in that runs meanwhile waits for the user's row, and is then refused.
 * @returns whether the user was not blocked before, and how many sessions ended
 */
export async function blockUser(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { userId, reason }: { userId: string; reason: string },
): Promise<{ isNew: boolean; sessions: number }> {
  return inTransaction(db, async tx => {
    await lockUser(tx, userId)
    const [user] = await tx.select().from(users).where(eq(users.id, userId))
    const isNew = user?.blockedAt === null
    await tx
      .update(users)
      .set({ blockedAt: user?.blockedAt ?? now(), blockedReason: reason || null })
      .where(eq(users.id, userId))
    return { isNew, sessions: await endEverySession(tx, { userId, reason: 'blocked' }, now()) }
  })
}

/** False where the user was not blocked. An erased user stays blocked. */
export async function unblockUser(db: Queryable, userId: string): Promise<boolean> {
  const rows = await db
    .update(users)
    .set({ blockedAt: null, blockedReason: null })
    .where(and(eq(users.id, userId), isNotNull(users.blockedAt), isNull(users.erasedAt)))
    .returning({ id: users.id })
  return rows.length > 0
}

/** Lets the number and the primary profile go. The user is blocked. */
export async function markErased(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx
    .update(users)
    .set({ erasedAt: now, msisdn: erasedMsisdn({ id: userId }) })
    .where(and(eq(users.id, userId), isNotNull(users.blockedAt)))
}

/** Signs the user out everywhere, on every node at its next call. @returns how many sessions ended */
export async function endEverySession(
  tx: Tx,
  { userId, reason }: { userId: string; reason: string },
  now: Date,
): Promise<number> {
  await lockUser(tx, userId)
  const open = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt)))
  const ids = open.map(({ id }) => id)
  await revokeSessions(tx, ids, reason, now)
  await tx.delete(limitedTokens).where(eq(limitedTokens.userId, userId))
  await tx.delete(remoteAccess).where(eq(remoteAccess.userId, userId))
  await deleteCodes(tx, userId)
  return ids.length
}

/** Codes of a sign-in name a number only. */
async function deleteCodes(tx: Tx, userId: string): Promise<void> {
  const [user] = await tx.select().from(users).where(eq(users.id, userId))
  const { userId: owner, msisdn } = otpChallenges
  await tx.delete(otpChallenges).where(or(eq(owner, userId), eq(msisdn, user?.msisdn ?? '')))
}

export async function erasedSince(db: Queryable, since: Date): Promise<UserRow[]> {
  return db.select().from(users).where(gt(users.erasedAt, since)).orderBy(users.id)
}

/** The newest first, without those who were erased. */
export async function blockedUsers(db: Queryable): Promise<UserRow[]> {
  return db
    .select()
    .from(users)
    .where(and(isNotNull(users.blockedAt), isNull(users.erasedAt)))
    .orderBy(desc(users.blockedAt), desc(users.id))
}
