/** Lists, hides and shows comments for the team: reported, new and held ones. */

import { and, asc, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { storedCount } from '../../platform/db/list-counts.ts'
import { translationColumnList } from '../../platform/db/localized.ts'
import type { Database } from '../../platform/db/open.ts'
import { comments } from '../../platform/db/schema/comments.ts'
import { contents } from '../../platform/db/schema/contents.ts'
import { listCounts } from '../../platform/db/schema/list-counts.ts'
import { findHeldWord } from './held-words.ts'

const MOST = 50

/** Returns the most reported comments first, then the newest. */
export async function listForModeration(db: Database, onlyReported: boolean) {
  const reported = await rowsFor(db)
    .innerJoin(listCounts, and(eq(listCounts.ownerId, comments.id), eq(listCounts.list, 'reports')))
    .where(isNull(comments.hiddenAt))
    .orderBy(desc(listCounts.total), desc(comments.createdAt), desc(comments.id))
    .limit(MOST)
  const left = MOST - reported.length
  if (onlyReported || left === 0) return reported
  const others = await rowsFor(db)
    .where(and(isNull(comments.hiddenAt), sql`${storedCount(comments.id, 'reports')} = 0`))
    .orderBy(desc(comments.createdAt), desc(comments.id))
    .limit(left)
  return [...reported, ...others]
}

/** Returns comments that wait for a moderator, oldest first. */
export async function listHeldComments(db: Database) {
  return rowsFor(db)
    .where(and(isNotNull(comments.hiddenAt), isNotNull(comments.heldFor)))
    .orderBy(asc(comments.createdAt), asc(comments.id))
    .limit(MOST)
}

function rowsFor(db: Database) {
  return db
    .select({
      id: comments.id,
      text: comments.text,
      title: sql<string>`coalesce(${translationColumnList(contents, 'title')})`,
      createdAt: comments.createdAt,
      hiddenAt: comments.hiddenAt,
      hiddenReason: comments.hiddenReason,
      heldFor: comments.heldFor,
      userId: comments.userId,
      reports: storedCount(comments.id, 'reports'),
    })
    .from(comments)
    .innerJoin(contents, eq(contents.id, comments.contentId))
    .$dynamic()
}

/** Returns false if the comment does not exist. */
export async function hideComment(
  db: Database,
  id: string,
  reason: string,
  now: Date,
): Promise<boolean> {
  const rows = await db
    .update(comments)
    .set({ hiddenAt: now, hiddenReason: reason || null, heldFor: null })
    .where(eq(comments.id, id))
    .returning({ id: comments.id })
  return rows.length > 0
}

export async function showComment(db: Database, id: string): Promise<boolean> {
  const rows = await db
    .update(comments)
    .set({ hiddenAt: null, hiddenReason: null, heldFor: null })
    .where(eq(comments.id, id))
    .returning({ id: comments.id })
  return rows.length > 0
}

/** The newest visible comments that a word is tried against. */
const TRIED = 10_000
const STEP = 2_000

export type WordTrial = {
  /** Ids of the visible comments that the words would have held back, newest first, with the word. */
  matches: { id: string; word: string }[]
  tried: number
}

/** Tries words against the newest visible comments. The comparison is that of new comments, which SQL cannot do. */
export async function tryHeldWords(db: Database, words: readonly string[]): Promise<WordTrial> {
  const matches: WordTrial['matches'] = []
  let tried = 0
  let last: { id: string; createdAt: Date } | null = null
  while (tried < TRIED) {
    const rows: { id: string; text: string; createdAt: Date }[] = await db
      .select({ id: comments.id, text: comments.text, createdAt: comments.createdAt })
      .from(comments)
      .where(
        and(
          isNull(comments.hiddenAt),
          last
            ? sql`(${comments.createdAt}, ${comments.id}) < (${last.createdAt.toISOString()}::timestamptz, ${last.id})`
            : undefined,
        ),
      )
      .orderBy(desc(comments.createdAt), desc(comments.id))
      .limit(Math.min(STEP, TRIED - tried))
    for (const { id, text } of rows) {
      const word = findHeldWord(text, words)
      if (word) matches.push({ id, word })
    }
    tried += rows.length
    last = rows.at(-1) ?? null
    if (rows.length < STEP) break
  }
  return { matches, tried }
}

/** Returns comments by id, in the order of the ids. */
export async function listCommentsByIds(db: Database, ids: readonly string[]) {
  if (ids.length === 0) return []
  const rows = await rowsFor(db).where(inArray(comments.id, [...ids]))
  return rows.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
}
