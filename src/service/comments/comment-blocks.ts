/** Users who may not comment, by the team. What they wrote before stays, unless it is hidden too. */
import { and, desc, eq, isNull } from 'drizzle-orm'
import type { Queryable } from '../db/open.ts'
import { commentBlocks, comments } from '../db/schema/comments.ts'

export type CommentBlock = typeof commentBlocks.$inferSelect

export async function commentBlockOf(db: Queryable, userId: string): Promise<CommentBlock | null> {
  const [row] = await db.select().from(commentBlocks).where(eq(commentBlocks.userId, userId))
  return row ?? null
}

/** False where the user was blocked before; the reason is noted all the same. */
export async function blockComments(
  db: Queryable,
  { userId, reason }: { userId: string; reason: string },
  now: Date,
): Promise<boolean> {
  const isNew = !(await commentBlockOf(db, userId))
  await db
    .insert(commentBlocks)
    .values({ userId, reason, createdAt: now })
    .onConflictDoUpdate({ target: commentBlocks.userId, set: { reason } })
  return isNew
}

/** False where the user was not blocked. */
export async function unblockComments(db: Queryable, userId: string): Promise<boolean> {
  const rows = await db
    .delete(commentBlocks)
    .where(eq(commentBlocks.userId, userId))
    .returning({ userId: commentBlocks.userId })
  return rows.length > 0
}

/** The newest first. */
export async function commentBlocksOfAll(db: Queryable): Promise<CommentBlock[]> {
  return db
    .select()
    .from(commentBlocks)
    .orderBy(desc(commentBlocks.createdAt), desc(commentBlocks.userId))
}

export async function authorOfComment(db: Queryable, commentId: string): Promise<string | null> {
  const [row] = await db
    .select({ userId: comments.userId })
    .from(comments)
    .where(eq(comments.id, commentId))
  return row?.userId ?? null
}

/** @returns how many comments are hidden that were shown */
export async function hideCommentsOf(
  db: Queryable,
  { userId, reason }: { userId: string; reason: string },
  now: Date,
): Promise<number> {
  const rows = await db
    .update(comments)
    .set({ hiddenAt: now, hiddenReason: reason || null, heldFor: null })
    .where(and(eq(comments.userId, userId), isNull(comments.hiddenAt)))
    .returning({ id: comments.id })
  return rows.length
}
