/** Numbers of rows that triggers store (migrations/0014_list_triggers.sql): lists need not count at each read. */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

export type CountedList =
  // of a profile
  | 'bookmarks'
  | 'unfinished'
  | 'watched_episodes'
  | 'watched_films'
  | 'watched_series'
  // of a user
  | 'subscriptions'
  | 'tickets'
  | 'transactions'
  // of a title, of a comment
  | 'comments'
  | 'reports'

/** The rows of this owner in one or several lists; `owner` is an id or its column. */
export function storedCount(owner: string | SQLWrapper, ...lists: CountedList[]): SQL<number> {
  const names = sql.join(
    lists.map(list => sql.raw(`'${list}'`)),
    sql`, `,
  )
  return sql<number>`(select coalesce(sum(total), 0)::int from list_counts where owner_id = ${owner} and list in (${names}))`
}
