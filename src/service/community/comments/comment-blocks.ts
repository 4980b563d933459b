/** Users whom the team has blocked from commenting. Earlier comments stay visible unless they are hidden too. */
import { and, desc, eq, isNull } from 'drizzle-orm'
import type { Queryable } from '../../platform/db/open.ts'
import { commentBlocks, comments } from '../../platform/db/schema/comments.ts'

export type CommentBlock = typeof commentBlocks.$inferSelect

export async function findCommentBlock(
  db: Queryable,
  userId: string,
): Promise<CommentBlock | null> {
  const [row] = await db.select().from(commentBlocks).where(eq(commentBlocks.userId, userId))
  return row ?? null
}

/** Blocks a user from commenting. Returns false if the user was already blocked; the new reason is stored all the same. */
export async function blockComments(
  db: Queryable,
  { userId, reason }: { userId: string; reason: string },
  now: Date,
): Promise<boolean> {
  const isNew = !(await findCommentBlock(db, userId))
  await db
    .insert(commentBlocks)
    .values({ userId, reason, createdAt: now })
    .onConflictDoUpdate({ target: commentBlocks.userId, set: { reason } })
  return isNew
}

/** Lets a user comment again. Returns false if the user was not blocked. */
export async function unblockComments(db: Queryable, userId: string): Promise<boolean> {
  const rows = await db
    .delete(commentBlocks)
    .where(eq(commentBlocks.userId, userId))
    .returning({ userId: commentBlocks.userId })
  return rows.length > 0
}

/** Returns all blocks, newest first. */
export async function listCommentBlocks(db: Queryable): Promise<CommentBlock[]> {
  return db
    .select()
    .from(commentBlocks)
    .orderBy(desc(commentBlocks.createdAt), desc(commentBlocks.userId))
}

export async function findCommentAuthor(db: Queryable, commentId: string): Promise<string | null> {
  const [row] = await db
    .select({ userId: comments.userId })
    .from(comments)
    .where(eq(comments.id, commentId))
  return row?.userId ?? null
}

/** Hides all visible comments of a user. Returns how many there were. */
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
