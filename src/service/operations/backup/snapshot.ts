/** Opens one consistent view of a database: a REPEATABLE READ transaction that locks every table against migrations. */
import pg from 'pg'
import { tryAdvisoryLock } from '../../platform/db/advisory-locks.ts'
import { closeClient, openConnection } from '../../platform/db/connection.ts'
import { JOBS_SCHEMA } from '../../platform/jobs/queue-tables.ts'
import { BackupError } from './backup-error.ts'
import type { Manifest, TableDump } from './manifest.ts'

/** The tables of pg-boss that hold state; it creates the others when it starts. */
const JOB_TABLES = ['queue', 'schedule', 'subscription', 'job', 'job_dependency']
const ATTEMPTS = 3

export type SnapshotTable = Pick<TableDump, 'schema' | 'name' | 'columns'> & {
  /** Size on the disk, for the progress display. */
  size: number
}
export type Snapshot = {
  client: pg.Client
  tables: SnapshotTable[]
  about: Pick<Manifest, 'created_at' | 'server_version' | 'migrations' | 'sequences'>
  /** Ends the transaction, which prevents the server from removing old rows. No other backup can start until `close`. */
  end: () => Promise<void>
  close: () => Promise<void>
}

export function tableName({ schema, name }: { schema: string; name: string }): string {
  return `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`
}

/** @param url of the server itself, not of a pooler @throws BackupError while another backup of this database is running */
export async function openSnapshot(url: string): Promise<Snapshot> {
  const client = await openConnection(url, { query_timeout: 0, application_name: 'pardeh backup' })
  const close = () => closeClient(client)
  try {
    await client.query('set statement_timeout = 0')
    await client.query('set idle_in_transaction_session_timeout = 0')
    await client.query("set datestyle = 'ISO'; set extra_float_digits = 3; set timezone = 'UTC'")
    if (!(await tryAdvisoryLock(client, 'backup')))
      throw new BackupError(
        'Another backup of this database is running. Try again when it is done.',
      )
    const tables = await begin(client)
    const end = async () => void (await client.query('commit'))
    return { client, tables, about: await describe(client), end, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Takes the locks before the first statement that reads, so that the snapshot shows the tables that are locked. */
async function begin(client: pg.Client): Promise<SnapshotTable[]> {
  for (let attempt = 1; ; attempt++) {
    const before = await tablesOf(client)
    if (!before.some(({ name }) => name === 'users'))
      throw new BackupError(
        'This database has no tables of Pardeh, so there is nothing to back up.',
      )
    await client.query('begin isolation level repeatable read read only')
    try {
      await client.query(`lock table ${before.map(tableName).join(', ')} in access share mode`)
      const tables = await tablesOf(client)
      if (namesOf(tables) === namesOf(before)) return tables
    } catch (error) {
      if (attempt === ATTEMPTS) throw error
    }
    // A migration ran in between.
    await client.query('rollback')
    if (attempt === ATTEMPTS)
      throw new BackupError(
        'The tables keep changing, probably because a migration is running. Try again.',
      )
  }
}

function namesOf(tables: readonly SnapshotTable[]): string {
  return tables.map(({ schema, name, columns }) => `${schema}.${name}(${columns})`).join()
}

async function tablesOf(client: pg.Client): Promise<SnapshotTable[]> {
  const { rows } = await client.query<SnapshotTable & { size: string }>(
    `select n.nspname as schema, c.relname as name,
       (select coalesce(sum(pg_table_size(t.relid)), 0) from pg_partition_tree(c.oid) t) + pg_table_size(c.oid) as size,
       array(select attname::text from pg_attribute
         where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relispartition
       and (n.nspname = 'public' and c.relname <> 'migrations' or n.nspname = $1 and c.relname = any($2))
       and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')
     order by 1, 2`,
    [JOBS_SCHEMA, JOB_TABLES],
  )
  return rows.map(row => ({ ...row, size: Number(row.size) }))
}

async function describe(client: pg.Client): Promise<Snapshot['about']> {
  const [about, migrations, sequences] = [
    await client.query(`select now() as at, current_setting('server_version_num')::int as version`),
    await client.query('select tag, hash from public.migrations order by tag'),
    // Read after the snapshot, so that a sequence may be ahead of the rows but never behind them.
    await client.query(
      `select sequencename as name, last_value::text from pg_sequences where schemaname = 'public' order by 1`,
    ),
  ]
  return {
    created_at: about.rows[0].at.toISOString(),
    server_version: about.rows[0].version,
    migrations: migrations.rows,
    sequences: sequences.rows,
  }
}
