/** Storage times of rows. Each domain declares them for its tables (`<domain>.retention.ts`); src/service/operations/retention enforces them. */
import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

export type Time = { days: number } | { hours: number }

/** Deletes a row, or empties some of its columns, after a time. */
export type Expiry = {
  /** Column from which the time counts; an index begins with it. */
  from: PgColumn
  after: Time
  /** Condition for the rows; the same as in the index if that is partial. */
  where?: SQL
  /** The condition in words. */
  which?: string
  /** Columns that are emptied; without them, the row is deleted. */
  clears?: PgColumn[]
}

export type Retention = {
  table: PgTable
  why: string
} & (
  | { expiries: [Expiry, ...Expiry[]] }
  /** Rows are deleted together with rows of this table. */
  | { with: PgTable }
  /** Duration in words, for tables from which the job deletes nothing. */
  | { stored: string }
)

/** Article 13 of Iran's commercial code requires books to be kept for ten years from the end of the year. */
export const ACCOUNTING = 'ten years after the end of the year; the job never deletes it'
export const WITH_PROFILE = 'until the profile is deleted, or the row by its user'
export const BY_OPERATOR = 'until the operator replaces or removes it'

/** True if a row has expired, by the clock of the database. `rate_limits` counts in milliseconds. */
export function hasExpired({ from, after, where }: Expiry): SQL {
  const moment = sql`now() - ${sql.raw(`interval '${retentionTimeText(after)}'`)}`
  const limit =
    from.dataType === 'number' ? sql`(extract(epoch from ${moment}) * 1000)::bigint` : moment
  return sql`${from} < ${limit} and ${where ?? sql`true`}`
}

export function retentionTimeText(after: Time): string {
  const [count, unit] = 'days' in after ? [after.days, 'day'] : [after.hours, 'hour']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
