import { and, count, desc, eq, isNull } from 'drizzle-orm'
import type { ContentCard } from '#src/contract/content.ts'
import type { Language } from '#src/contract/fields.ts'
import { withinAge } from '../access/age-rating.ts'
import { loadCards } from '../catalogue/card.queries.ts'
import { contents } from '../db/schema/contents.ts'
import { bookmarks } from '../db/schema/library.ts'
import type { Deps } from '../deps.ts'
import { newId } from '../ids.ts'

export type Page = { offset: number; count: number }
/** Whose list, up to which age, in which language. */
export type Owner = { profileId: string; maxAge: number | null; language: Language }

/** What a child's profile marked before its age was changed is not shown to it. */
export async function bookmarkPage(deps: Deps, { profileId, maxAge, language }: Owner, page: Page) {
  const where = and(
    eq(bookmarks.profileId, profileId),
    isNull(contents.removedAt),
    withinAge(maxAge),
  )
  const [rows, [sum]] = await Promise.all([
    deps.db
      .select({ id: bookmarks.contentId })
      .from(bookmarks)
      .innerJoin(contents, eq(contents.id, bookmarks.contentId))
      .where(where)
      .orderBy(desc(bookmarks.createdAt), desc(bookmarks.id))
      .limit(page.count)
      .offset(page.offset),
    deps.db
      .select({ total: count() })
      .from(bookmarks)
      .innerJoin(contents, eq(contents.id, bookmarks.contentId))
      .where(where),
  ])
  const ids = rows.map(({ id }) => id)
  const items: ContentCard[] = await loadCards(deps, ids, language, maxAge)
  return { items, total: sum?.total ?? 0, ...page }
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
