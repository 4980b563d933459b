/** Blocks users: a blocked user cannot sign in, so no request can play, buy or write on the user's behalf. */
import { and, desc, eq, gt, isNotNull, isNull, or } from 'drizzle-orm'
import { lockUser } from '../../platform/db/lock-user.ts'
import { inTransaction, type Queryable, type Tx } from '../../platform/db/open.ts'
import { erasedMsisdn } from '../../platform/db/personal-data.ts'
import {
  limitedTokens,
  otpChallenges,
  remoteAccess,
  sessions,
} from '../../platform/db/schema/session.ts'
import { users } from '../../platform/db/schema/users.ts'
import type { Deps } from '../../platform/deps.ts'
import { revokeSessions } from './sessions.ts'
import type { UserRow } from './users.ts'

/**
 * Ends every session and every sign-in that is in progress. A concurrent sign-in waits for the row of the user and is then refused.
 * Returns whether the user was not blocked before, and the number of ended sessions.
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

/** Unblocks a user. Returns false if the user was not blocked; an erased user stays blocked. */
export async function unblockUser(db: Queryable, userId: string): Promise<boolean> {
  const rows = await db
    .update(users)
    .set({ blockedAt: null, blockedReason: null })
    .where(and(eq(users.id, userId), isNotNull(users.blockedAt), isNull(users.erasedAt)))
    .returning({ id: users.id })
  return rows.length > 0
}

/** Marks a blocked user as erased, and releases the mobile number and the primary profile. */
export async function markErased(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx
    .update(users)
    .set({ erasedAt: now, msisdn: erasedMsisdn({ id: userId }) })
    .where(and(eq(users.id, userId), isNotNull(users.blockedAt)))
}

/** Signs the user out on every node, from the next request on. Returns the number of ended sessions. */
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

/** Deletes all codes of the user. Sign-in codes are stored only with a number. */
async function deleteCodes(tx: Tx, userId: string): Promise<void> {
  const [user] = await tx.select().from(users).where(eq(users.id, userId))
  const { userId: owner, msisdn } = otpChallenges
  await tx.delete(otpChallenges).where(or(eq(owner, userId), eq(msisdn, user?.msisdn ?? '')))
}

export async function listUsersErasedSince(db: Queryable, since: Date): Promise<UserRow[]> {
  return db.select().from(users).where(gt(users.erasedAt, since)).orderBy(users.id)
}

/** Returns blocked users, newest first, without erased ones. */
export async function listBlockedUsers(db: Queryable): Promise<UserRow[]> {
  return db
    .select()
    .from(users)
    .where(and(isNotNull(users.blockedAt), isNull(users.erasedAt)))
    .orderBy(desc(users.blockedAt), desc(users.id))
}
