/** Deletes or clears one batch of expired rows, by the clock of the database. */
import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import type { Database } from '../../platform/db/open.ts'
import { type Expiry, hasExpired } from '../../platform/db/retention.ts'
import type { Task } from './tasks.ts'

const LOCK_MS = 500

/** `last` is where the next batch starts, so that it skips the rows of this one. */
export type Batch = { found: number; changed: number; last: string | null }

/**
 * Skips rows that another transaction holds, and checks again rows that changed since the batch began: a session that is used or a key
 * that is claimed stays. Any number of nodes can run it. @throws 55P03 if dependent rows are locked for longer than LOCK_MS
 */
export async function runBatch(
  db: Database,
  { table, expiry, action }: Task,
  { size, after }: { size: number; after: string | null },
): Promise<Batch> {
  const key = primaryKeyOf(table)
  const { from } = expiry
  const due = sql`select ${list(key)}, ${from} as at from ${table}
    where ${hasExpired(expiry)} and ${after === null ? sql`true` : sql`${from} >= ${after}`}
    order by ${from} limit ${size} for update skip locked`
  const same = sql.join(
    key.map(column => sql`${column} = due.${sql.identifier(column.name)}`),
    sql` and `,
  )
  const work =
    action === 'delete'
      ? sql`delete from ${table} using due where ${same} returning 1`
      : sql`update ${table} set ${emptied(expiry)} from due where ${same} returning 1`
  return db.transaction(async tx => {
    await tx.execute(sql.raw(`set local lock_timeout = ${LOCK_MS}`))
    const { rows } = await tx.execute<Batch>(sql`
      with due as materialized (${due}), changed as (${work})
      select (select count(*)::int from due) as found, (select count(*)::int from changed) as changed,
        (select max(at)::text from due) as last`)
    return rows[0] ?? { found: 0, changed: 0, last: null }
  })
}

/** Counts the expired rows. */
export async function countExpiredRows(db: Database, { table, expiry }: Task): Promise<number> {
  const { rows } = await db.execute<{ rows: number }>(
    sql`select count(*)::int as rows from ${table} where ${hasExpired(expiry)}`,
  )
  return rows[0]?.rows ?? 0
}

/** Returns for how many seconds the oldest row of each task has been expired, or 0. Uses one index probe per task. */
export async function readOverdueSeconds(
  db: Database,
  tasks: readonly Task[],
): Promise<Record<string, number>> {
  const oldest = tasks.map(({ table, expiry, name }) => {
    const { from } = expiry
    const at = from.dataType === 'number' ? sql`to_timestamp(${from} / 1000.0)` : sql`${from}`
    return sql`(select ${name}::text as name, ${at} as at from ${table}
      where ${hasExpired(expiry)} order by ${from} limit 1)`
  })
  const { rows } = await db.execute<{ name: string; seconds: number }>(
    sql`select name, extract(epoch from now() - at)::float8 as seconds from (${sql.join(oldest, sql` union all `)}) each`,
  )
  const limits = new Map(tasks.map(({ name, expiry }) => [name, secondsOf(expiry)]))
  const found = new Map(
    rows.map(({ name, seconds }) => [name, Math.max(0, seconds - (limits.get(name) ?? 0))]),
  )
  return Object.fromEntries(tasks.map(({ name }) => [name, found.get(name) ?? 0]))
}

function secondsOf({ after }: Expiry): number {
  return 'days' in after ? after.days * 86_400 : after.hours * 3_600
}

function primaryKeyOf(table: PgTable): PgColumn[] {
  const own = Object.values(getTableColumns(table)).filter(({ primary }) => primary)
  return own.length > 0 ? own : (getTableConfig(table).primaryKeys[0]?.columns ?? [])
}

function list(columns: readonly PgColumn[]): SQL {
  return sql.join([...columns], sql`, `)
}

function emptied({ clears = [] }: Expiry): SQL {
  return sql.join(
    clears.map(({ name }) => sql`${sql.identifier(name)} = null`),
    sql`, `,
  )
}
