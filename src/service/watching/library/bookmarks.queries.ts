import { and, eq, sql } from 'drizzle-orm'
import type { Language } from '#src/contract/fields.ts'
import { loadCards } from '../../catalogue/titles/card.queries.ts'
import { storedCount } from '../../platform/db/list-counts.ts'
import {
  afterKeyParameter,
  type Page,
  pageFields,
  pageParameters,
} from '../../platform/db/page-key.ts'
import { preparedSql } from '../../platform/db/prepared.ts'
import { bookmarks } from '../../platform/db/schema/library.ts'
import type { Deps } from '../../platform/deps.ts'
import { newId } from '../../platform/ids.ts'
import { type Audience, countVisibleRows, isShownParameter, isShownTo } from './totals.ts'

/** Owner of a list, with its age limit and language. */
export type Owner = Audience & { language: Language }

/** Returns a page of bookmarks. Titles above the current age limit of a child's profile are not shown. */
export async function bookmarkPage(deps: Deps, owner: Owner, page: Page) {
  const { profileId, maxAge, language } = owner
  const values = { profileId, maxAge, ...pageParameters(page) }
  const found = await preparedBookmarks(deps).execute(values)
  const rows = found.flatMap(({ id, at, contentId }) => (id && at ? [{ id, at, contentId }] : []))
  const ids = rows.map(({ contentId }) => contentId)
  const [items, total] = await Promise.all([
    loadCards(deps, ids, language, maxAge),
    bookmarkTotal(deps, owner, found[0]?.stored ?? 0),
  ])
  return { items, ...pageFields(rows, total, page) }
}

type Row = { stored: number; id: string | null; at: Date | null; contentId: string }

/** The stored number of bookmarks is in every row, and in a row of its own for an empty page. */
function preparedBookmarks({ db }: Deps) {
  return preparedSql<Row>(
    db,
    'bookmarks of a profile',
    () => sql`
      select stored.total as stored, page.id, page.created_at as at, page.content_id as "contentId"
      from (select ${storedCount(sql.placeholder('profileId'), 'bookmarks')} as total) stored
      left join lateral (
        select b.id, b.created_at, b.content_id from bookmarks b join contents on contents.id = b.content_id
        where b.profile_id = ${sql.placeholder('profileId')} and ${isShownParameter}
          and ${afterKeyParameter(sql`b.created_at`, sql`b.id`)}
        order by b.created_at desc, b.id desc
        limit ${sql.placeholder('count')} offset ${sql.placeholder('skipped')}
      ) page on true
      order by page.created_at desc, page.id desc`,
  )
}

function bookmarkTotal(deps: Deps, owner: Owner, stored: number): Promise<number> {
  const own = sql`from contents join bookmarks b on b.profile_id = ${owner.profileId} and b.content_id = contents.id`
  return countVisibleRows(deps, owner, {
    lists: ['bookmarks'],
    stored,
    removed: sql`select count(*) ${own} where contents.removed_at is not null`,
    shown: sql`select count(*) ${own} where ${isShownTo(owner)}`,
  })
}

/** Adds a bookmark; an existing one keeps its place in the list. */
export async function saveBookmark(
  deps: Deps,
  profileId: string,
  contentId: string,
): Promise<void> {
  await deps.db
    .insert(bookmarks)
    .values({ id: newId(), profileId, contentId, createdAt: deps.now() })
    .onConflictDoNothing({ target: [bookmarks.profileId, bookmarks.contentId] })
}

export async function deleteBookmark(
  deps: Deps,
  profileId: string,
  contentId: string,
): Promise<void> {
  await deps.db
    .delete(bookmarks)
    .where(and(eq(bookmarks.profileId, profileId), eq(bookmarks.contentId, contentId)))
}
