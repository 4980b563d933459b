/**
 * Rows that a call reads in the same statement that looks up its session: both take one round trip. Only reads that no other caller
 * could misuse may be in it, because the statement runs before the caller is known to be allowed.
 */
import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../db/open.ts'
import { preparedSql } from '../db/prepared.ts'

export type ReadInput = {
  params: Readonly<Record<string, string>>
  /** The body as the client sent it, valid or not; undefined for a GET. */
  body: unknown
  now: Date
}
type Values = Record<string, unknown>
export type SessionRead<Row extends object> = {
  /** Name of the statement in logs and metrics. */
  name: string
  /** A subquery of one row. `caller` has `user_id`, `session_id` and `profile_id`, each null without a session. */
  row: () => SQL
  values: (input: ReadInput) => Values
  /** True if the row is only about the caller: without one it is not read. */
  isOfCaller?: true
  /** Never set; it carries the type. */
  readonly type?: Row
}
/** A read with its values. */
export type BoundRead = { read: SessionRead<object>; values: Values }

/** The caller of a read that does not look up the session itself. */
type ReadCaller = {
  userId: string | null
  sessionId: string | null
  profileId: string | null
}
export const NO_CALLER: ReadCaller = { userId: null, sessionId: null, profileId: null }

/** Reads the row for a caller who is known, or for a visitor. Returns null without a row. */
export async function readAlone<Row extends object>(
  { db }: { db: Database },
  read: SessionRead<Row>,
  caller: ReadCaller,
  values: Values,
): Promise<Row | null> {
  const query = preparedSql<Row & { hasRow: boolean }>(
    db,
    `${read.name}, without the session`,
    () => sql`select read.* from (
        select ${sql.placeholder('userId')}::text as user_id, ${sql.placeholder('sessionId')}::text as session_id,
          ${sql.placeholder('profileId')}::text as profile_id
      ) caller join lateral (${read.row()}) read on true`,
  )
  const [row] = await query.execute({ ...values, ...caller })
  return row ?? null
}
