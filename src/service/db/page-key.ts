/** Pages by key: a page begins after the last row of the one before, so that it reads no row but its own. */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** What a list is read by: `after` is `next` of the page before; without it, rows are skipped by `offset`. */
export type Page = { offset: number; count: number; after?: string | undefined }
/** A row's position in a list that is ordered by time and id, newest first. */
export type Position = { at: Date | string; id: string }

/** The condition of the rows after the key. */
export function afterKey(at: SQLWrapper, id: SQLWrapper, { after }: Page): SQL | undefined {
  const [ms = '', key = ''] = after?.split('.') ?? []
  if (!after) return undefined
  return sql`(${at}, ${id}) < (${new Date(Number(ms)).toISOString()}::timestamptz, ${key})`
}

/** The rows to skip: none where a key says where the page begins. */
export function skipped({ offset, after }: Page): number {
  return after ? 0 : offset
}

/** The fields of a page beside its rows. */
export function pageFields(rows: readonly Position[], total: number, page: Page) {
  const { offset, count } = page
  const last = rows.length < count ? undefined : rows.at(-1)
  const next = last && `${new Date(last.at).getTime()}.${last.id}`
  return { total, offset, count, ...(next && { next }) }
}
