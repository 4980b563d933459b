/** Pagination by key: a page starts after the last row of the previous page, so that it reads no other rows. */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** A page of a list. `after` is `next` of the previous page; without it, `offset` rows are skipped. */
export type Page = { offset: number; count: number; after?: string | undefined }
/** Position of a row in a list that is ordered by time and id, newest first. */
export type Position = { at: Date | string; id: string }

/** Returns the condition for rows after the key. */
export function afterKeyCondition(
  at: SQLWrapper,
  id: SQLWrapper,
  { after }: Page,
): SQL | undefined {
  const [ms = '', key = ''] = after?.split('.') ?? []
  if (!after) return undefined
  return sql`(${at}, ${id}) < (${new Date(Number(ms)).toISOString()}::timestamptz, ${key})`
}

/** The condition for rows after the key, for a prepared query with the parameters of `pageParameters`; true for the first page. */
export function afterKeyParameter(at: SQLWrapper, id: SQLWrapper): SQL {
  const [afterAt, afterId] = [sql.placeholder('afterAt'), sql.placeholder('afterId')]
  return sql`(${afterAt}::timestamptz is null or (${at}, ${id}) < (${afterAt}::timestamptz, ${afterId}::text))`
}

/** Returns the values of a page for a prepared query. */
export function pageParameters(page: Page) {
  const [ms = '', key = ''] = page.after?.split('.') ?? []
  const { after, count } = page
  return {
    afterAt: after ? new Date(Number(ms)).toISOString() : null,
    afterId: after ? key : null,
    count,
    skipped: skippedRows(page),
  }
}

/** Returns the number of rows to skip: none if a key marks the start of the page. */
export function skippedRows({ offset, after }: Page): number {
  return after ? 0 : offset
}

/** Returns the fields of a page other than its rows. */
export function pageFields(rows: readonly Position[], total: number, page: Page) {
  const { offset, count } = page
  const last = rows.length < count ? undefined : rows.at(-1)
  const next = last && `${new Date(last.at).getTime()}.${last.id}`
  return { total, offset, count, ...(next && { next }) }
}
