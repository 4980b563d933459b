import { count, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Queryable } from './open.ts'

/** Number of rows that use each SECRET, by its id (src/service/platform/keys.ts); null for rows without an id. */
export type RowsByKey = ReadonlyMap<string | null, number>

export async function countByKey(
  db: Queryable,
  { table, keyId, where }: { table: PgTable; keyId: PgColumn; where?: SQL | undefined },
): Promise<RowsByKey> {
  const rows = await db.select({ keyId, rows: count() }).from(table).where(where).groupBy(keyId)
  return new Map(rows.map(row => [row.keyId as string | null, row.rows]))
}
