/** Texts that a job stores for its next run, by key. */
import { sql } from 'drizzle-orm'
import type { Queryable } from './open.ts'

export async function readFact(db: Queryable, key: string): Promise<string | null> {
  const { rows } = await db.execute<{ value: string }>(
    sql`select value #>> '{}' as value from facts where key = ${key}`,
  )
  return rows[0]?.value ?? null
}

export async function writeFact(db: Queryable, key: string, value: string): Promise<void> {
  await db.execute(sql`insert into facts (key, value) values (${key}, to_jsonb(${value}::text))
    on conflict (key) do update set value = excluded.value, updated_at = now()`)
}
