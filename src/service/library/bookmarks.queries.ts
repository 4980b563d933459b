import { and, desc, eq, sql } from 'drizzle-orm'
import type { ContentCard } from '#src/contract/content.ts'
import type { Language } from '#src/contract/fields.ts'
import { loadCards } from '../catalogue/card.queries.ts'
import { afterKey, type Page, pageFields, skipped } from '../db/page-key.ts'
import { contents } from '../db/schema/contents.ts'
import { bookmarks } from '../db/schema/library.ts'
import type { Deps } from '../deps.ts'
import { newId } from '../ids.ts'
import { type Audience, shownTo, totalOf } from './totals.ts'

/** Whose list, up to which age, in which language. */
export type Owner = Audience & { language: Language }

/** What a child's profile marked before its age was changed is not shown to it. */
export async function bookmarkPage(deps: Deps, owner: Owner, page: Page) {
  const { profileId, maxAge, language } = owner
  const [rows, total] = await Promise.all([
    deps.db
      .select({ id: bookmarks.id, at: bookmarks.createdAt, contentId: bookmarks.contentId })
      .from(bookmarks)
      .innerJoin(contents, eq(contents.id, bookmarks.contentId))
      .where(
        and(
          eq(bookmarks.profileId, profileId),
          shownTo(owner),
          afterKey(bookmarks.createdAt, bookmarks.id, page),
        ),
      )
      .orderBy(desc(bookmarks.createdAt), desc(bookmarks.id))
      .limit(page.count)
      .offset(skipped(page)),
    bookmarkTotal(deps, owner),
  ])
  const ids = rows.map(({ contentId }) => contentId)
  const items: ContentCard[] = await loadCards(deps, ids, language, maxAge)
  return { items, ...pageFields(rows, total, page) }
}

function bookmarkTotal(deps: Deps, owner: Owner): Promise<number> {
  const own = sql`from contents join bookmarks b on b.profile_id = ${owner.profileId} and b.content_id = contents.id`
  return totalOf(deps, owner, {
    lists: ['bookmarks'],
    removed: sql`select count(*) ${own} where contents.removed_at is not null`,
    shown: sql`select count(*) ${own} where ${shownTo(owner)}`,
  })
}

/** Pressed again it stays: the first mark keeps its place in the list. */
export async function addBookmark(deps: Deps, profileId: string, contentId: string): Promise<void> {
  await deps.db
    .insert(bookmarks)
    .values({ id: newId(), profileId, contentId, createdAt: deps.now() })
    .onConflictDoNothing({ target: [bookmarks.profileId, bookmarks.contentId] })
}

export async function removeBookmark(
  deps: Deps,
  profileId: string,
  contentId: string,
): Promise<void> {
  await deps.db
    .delete(bookmarks)
    .where(and(eq(bookmarks.profileId, profileId), eq(bookmarks.contentId, contentId)))
}
