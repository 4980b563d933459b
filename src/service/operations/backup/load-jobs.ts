/**
 * Loads the tables of the queue. They are those of the installed pg-boss, which may be newer than the backup, so only columns that both
 * have are loaded.
 */
import pg from 'pg'
import { JOBS_SCHEMA } from '../../platform/jobs/queue-tables.ts'
import type { Manifest, TableDump } from './manifest.ts'

/** Tables in the order of their references. */
const ORDER = ['queue', 'schedule', 'subscription', 'job', 'job_dependency']

export type Copy = (into: string, table: TableDump) => Promise<void>

/** Loads nothing if no node had run on the database before the backup. */
export async function loadJobs(client: pg.Client, { tables }: Manifest, copy: Copy): Promise<void> {
  const dumps = tables.filter(({ schema }) => schema === JOBS_SCHEMA)
  for (const name of ORDER) {
    const dump = dumps.find(table => table.name === name)
    if (dump) await loadTable(client, dump, copy)
  }
}

async function loadTable(client: pg.Client, dump: TableDump, copy: Copy): Promise<void> {
  const types = await columnTypes(client, dump.name)
  const columns = dump.columns.map(
    column => `${pg.escapeIdentifier(column)} ${types.get(column) ?? 'text'}`,
  )
  await client.query(`create temporary table dumped (${columns.join(', ')}) on commit drop`)
  await copy('dumped', dump)
  const both = dump.columns
    .filter(column => types.has(column))
    .map(column => pg.escapeIdentifier(column))
    .join(', ')
  const into = `${JOBS_SCHEMA}.${pg.escapeIdentifier(dump.name)}`
  await client.query(`insert into ${into} (${both}) select ${both} from dumped`)
  await client.query('drop table dumped')
}

async function columnTypes(client: pg.Client, table: string): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
     where attrelid = to_regclass($1) and attnum > 0 and not attisdropped and attgenerated = ''`,
    [`${JOBS_SCHEMA}.${table}`],
  )
  return new Map(rows.map(({ name, type }) => [name, type]))
}
