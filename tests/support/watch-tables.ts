/** The SQL of docs/partitions.md, and the facts that must be the same after it has run. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { root } from './sources.ts'

export const TABLES = ['watch_progress', 'watch_history']
/** Blocks of SQL by their position on the page, from 1. */
export const BLOCKS = { CREATE: 1, COPY: 2, COMPARE: 3, CHANGE: 4, ANALYSE: 5, GIVE_UP: 6 }

export async function partitionBlocks(): Promise<string[]> {
  const page = await readFile(join(root, 'docs/partitions.md'), 'utf8')
  return [...page.matchAll(/^```sql\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text)
}

/** Returns columns, keys, indexes and triggers of tables, as PostgreSQL writes them. */
export async function definitionsOf(
  client: pg.Client,
  tables: readonly string[],
): Promise<string[]> {
  const { rows } = await client.query<{ text: string }>(
    `select attrelid::regclass || ' ' || attname || ' ' || format_type(atttypid, atttypmod) || ' ' || attnotnull || ' ' ||
         coalesce(pg_get_expr(adbin, adrelid), '') as text
       from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
       where attrelid = any ($1::regclass[]) and attnum > 0
     union all
     select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
       where conrelid = any ($1::regclass[])
     union all
     select replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') from pg_index where indrelid = any ($1::regclass[])
     union all
     select pg_get_triggerdef(oid) from pg_trigger where tgrelid = any ($1::regclass[]) and not tgisinternal
     order by 1`,
    [tables],
  )
  return rows.map(({ text }) => text)
}

/** Returns totals of episodes and newest titles that triggers wrote and that differ from the rows. */
export async function wrongTotals(client: pg.Client): Promise<unknown[]> {
  const { rows } = await client.query(
    `select * from (
         select profile_id as owner, count(*)::int as rows from watch_history where series_id is not null group by 1) h
       full join (select owner_id as owner, total::int from list_counts where list = 'watched_episodes') t using (owner)
       where h.rows is distinct from t.total
     union all
     select owner, 0, 0 from (
       (select distinct profile_id as owner, coalesce(series_id, content_id) as title from watch_progress
         except select profile_id, title_id from started_titles)
       union all
       (select profile_id, title_id from started_titles
         except select profile_id, coalesce(series_id, content_id) from watch_progress)) wrong`,
  )
  return rows
}
