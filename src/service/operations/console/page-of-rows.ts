/** One page of a table that is too long to sort: first the ids in the order of an index, then the rows. */
import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Queryable } from '../../platform/db/open.ts'
import { contents, isListedTitle } from '../../platform/db/schema/contents.ts'

/** A list with more rows than this reports one more, and the console says that there are more. */
const COUNTED = 10_000

/** Titles of lists, which have an index for most orders. Seasons and episodes are in none of the parts. */
export const LISTED_TITLES = isListedTitle(contents)
export const REMOVED_TITLES = sql`${contents.removedAt} is not null and ${contents.seriesId} is null`
export const TITLE_PARTS = [LISTED_TITLES, REMOVED_TITLES]

type Chosen = {
  table: PgTable
  /**
   * Conditions that divide the table without overlap, each of which has an index of its own. One condition over all of them would have
   * none.
   */
  parts: readonly SQL[]
  where: SQL | undefined
}
type Ordered = Chosen & {
  id: PgColumn
  /** The id comes last automatically. */
  by: PgColumn
  direction: 'asc' | 'desc'
  /** True if the rows of a part come before those of the next one. */
  isByPart?: boolean
  limit: number
  offset: number
}

/**
 * Returns the ids of a page, and counts the rows up to one more than COUNTED. Counting a million rows takes longer than reading a page,
 * and no member of the team turns that many pages.
 */
export async function readPageOfIds(
  db: Queryable,
  { id, by, direction, isByPart = false, limit, offset, ...chosen }: Ordered,
): Promise<{ ids: string[]; total: number }> {
  const { table, parts, where } = chosen
  const way = sql.raw(direction)
  // A filter may have no index, so that the rows it lets pass are found once, for the page and for the number.
  const most = where ? Math.max(COUNTED + 1, limit + offset) : limit + offset
  const total = where
    ? sql`(select least(count(*), ${COUNTED + 1})::int from matching)`
    : countOf(chosen)
  const selects = parts.map(
    (part, at) =>
      sql`(select ${sql.raw(String(isByPart ? at : 0))} as part, sort_key, id
        from (select ${by} as sort_key, ${id} as id from ${table} where ${part} and ${where ?? sql`true`}) as each
        order by sort_key ${way}, id ${way} limit ${most})`,
  )
  const { rows } = await db.execute<{ ids: string[]; total: number }>(sql`
    with matching as materialized (${sql.join(selects, sql` union all `)})
    select ${total} as total, array(
      select id from matching order by part, sort_key ${way}, id ${way} limit ${limit} offset ${offset}) as ids`)
  const [found] = rows
  return found ?? { ids: [], total: 0 }
}

export async function countUpTo(db: Queryable, chosen: Chosen): Promise<number> {
  const { rows } = await db.execute<{ total: number }>(sql`select ${countOf(chosen)} as total`)
  return rows[0]?.total ?? 0
}

function countOf({ table, parts, where }: Chosen): SQL {
  const most = COUNTED + 1
  const selects = parts.map(
    part => sql`(select from ${table} where ${part} and ${where ?? sql`true`} limit ${most})`,
  )
  return sql`(select least(count(*), ${most})::int from (${sql.join(selects, sql` union all `)}) as counted)`
}

/** Puts rows that were read by id, their `key`, in the order of the ids. A row that has been deleted meanwhile is left out. */
export function inOrderOf<Row extends { key: string }>(
  ids: readonly string[],
  rows: readonly Row[],
) {
  const byId = new Map(rows.map(({ key, ...row }) => [key, row]))
  return ids.flatMap(id => byId.get(id) ?? [])
}
