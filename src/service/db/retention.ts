/** How long rows are stored. Each domain says so for its tables (`<domain>.retention.ts`); src/service/retention does it. */
import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

export type Time = { days: number } | { hours: number }

/** What happens to a row when its time is over. */
export type Expiry = {
  /** The time counts from this column; an index begins with it. */
  from: PgColumn
  after: Time
  /** Rows that it concerns; as in the index, where that is partial. */
  where?: SQL
  /** What `where` says, in words. */
  which?: string
  /** Columns that are emptied; without them the row is deleted. */
  clears?: PgColumn[]
}

export type Retention = {
  table: PgTable
  why: string
} & (
  | { expiries: [Expiry, ...Expiry[]] }
  /** Its rows leave with rows of this table. */
  | { with: PgTable }
  /** In words, for tables of which the job deletes nothing. */
  | { stored: string }
)

/** Article 13 of Iran's commercial code asks for books of ten years from the end of the year. */
export const ACCOUNTING = 'ten years after the end of the year; the job never deletes it'
export const WITH_PROFILE = 'until the profile is deleted, or the row by its user'
export const BY_OPERATOR = 'until the operator replaces or removes it'

/** Whether the time of a row is over by the clock of the database. `rate_limits` counts in milliseconds. */
export function isOver({ from, after, where }: Expiry): SQL {
  const moment = sql`now() - ${sql.raw(`interval '${timeText(after)}'`)}`
  const limit =
    from.dataType === 'number' ? sql`(extract(epoch from ${moment}) * 1000)::bigint` : moment
  return sql`${from} < ${limit} and ${where ?? sql`true`}`
}

export function timeText(after: Time): string {
  const [count, unit] = 'days' in after ? [after.days, 'day'] : [after.hours, 'hour']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
