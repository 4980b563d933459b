/** Row counts that triggers maintain (migrations/0014_list_triggers.sql), so that lists need not count at each read. */
import { type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm'

export type CountedList =
  // lists of a profile
  | 'bookmarks'
  | 'unfinished'
  | 'watched_episodes'
  | 'watched_films'
  | 'watched_series'
  // lists of a user
  | 'subscriptions'
  | 'tickets'
  | 'transactions'
  // lists of a title, and of a comment
  | 'comments'
  | 'reports'

/** Returns the number of the owner's rows in one or several lists; `owner` is an id, its column or a parameter. */
export function storedCount(
  owner: string | SQLWrapper | Placeholder,
  ...lists: CountedList[]
): SQL<number> {
  const names = sql.join(
    lists.map(list => sql.raw(`'${list}'`)),
    sql`, `,
  )
  return sql<number>`(select coalesce(sum(total), 0)::int from list_counts where owner_id = ${owner} and list in (${names}))`
}
