/** What the team does with comments: look at the reported and the newest, hide one, bring it back. */

import { desc, eq, isNull, sql } from 'drizzle-orm'
import { columnList } from '../db/localized.ts'
import type { Database } from '../db/open.ts'
import { comments } from '../db/schema/comments.ts'
import { contents } from '../db/schema/contents.ts'

const MOST = 50

/** The most reported first, then the newest. */
export function listForModeration(db: Database, onlyReported: boolean) {
  const reports = sql<number>`(select count(*)::int from comment_reports r where r.comment_id = ${comments.id})`
  return db
    .select({
      id: comments.id,
      text: comments.text,
      title: sql<string>`coalesce(${columnList(contents, 'title')})`,
      createdAt: comments.createdAt,
      hiddenAt: comments.hiddenAt,
      hiddenReason: comments.hiddenReason,
      reports: reports.as('reports'),
    })
    .from(comments)
    .innerJoin(contents, eq(contents.id, comments.contentId))
    .where(
      onlyReported
        ? sql`${comments.hiddenAt} is null and ${reports} > 0`
        : isNull(comments.hiddenAt),
    )
    .orderBy(desc(sql`reports`), desc(comments.createdAt))
    .limit(MOST)
}

/** Answers whether there is such a comment. */
export async function hideComment(
  db: Database,
  id: string,
  reason: string,
  now: Date,
): Promise<boolean> {
  const rows = await db
    .update(comments)
    .set({ hiddenAt: now, hiddenReason: reason || null })
    .where(eq(comments.id, id))
    .returning({ id: comments.id })
  return rows.length > 0
}

export async function showComment(db: Database, id: string): Promise<boolean> {
  const rows = await db
    .update(comments)
    .set({ hiddenAt: null, hiddenReason: null })
    .where(eq(comments.id, id))
    .returning({ id: comments.id })
  return rows.length > 0
}
