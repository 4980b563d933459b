/** Loads the rows of a backup into the empty tables of its schema, in one transaction. */
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { startRehearsal } from '../../platform/db/rehearsal.ts'
import { endRestoring } from '../../platform/db/restore-marker.ts'
import { BackupError } from './backup-error.ts'
import { loadJobs } from './load-jobs.ts'
import { type Manifest, type TableDump, tableFile } from './manifest.ts'
import type { Backup } from './read-backup.ts'
import { tableName } from './snapshot.ts'

export type LoadOptions = {
  /** If false, jobs stay off (src/service/platform/db/rehearsal.ts). */
  isLive: boolean
  onShare: (share: number) => void
}

/**
 * Loads all rows in one transaction, which also removes the marker of the restore. Triggers are disabled because the backup has the values
 * that they computed. Foreign keys are created again at the end, which checks them.
 */
export async function loadBackup(
  client: pg.Client,
  { folder, manifest }: Backup,
  { isLive, onShare }: LoadOptions,
): Promise<void> {
  const tables = manifest.tables.filter(({ schema }) => schema === 'public')
  await client.query('begin')
  const keys = await foreignKeys(client)
  for (const { table, name } of keys)
    await client.query(`alter table ${table} drop constraint ${pg.escapeIdentifier(name)}`)
  const names = tables.map(tableName)
  for (const table of names) await client.query(`alter table ${table} disable trigger user`)
  // Migrations insert rows into some tables.
  await client.query(`truncate ${names.join(', ')}`)
  const total = manifest.tables.reduce((sum, { bytes }) => sum + bytes, 1)
  let done = 0
  const onBytes = (count: number) => {
    done += count
    onShare(Math.min(done / total, 1))
  }
  for (const table of tables) await copyInto(client, tableName(table), table, { folder, onBytes })
  await setSequences(client, manifest)
  for (const { table, name, definition } of keys)
    await client.query(
      `alter table ${table} add constraint ${pg.escapeIdentifier(name)} ${definition}`,
    )
  for (const table of names) await client.query(`alter table ${table} enable trigger user`)
  await loadJobs(client, manifest, (into, table) =>
    copyInto(client, into, table, { folder, onBytes }),
  )
  await endRestoring(client)
  if (!isLive) await startRehearsal(client)
  await client.query('commit')
}

type CopyOptions = { folder: string; onBytes: (count: number) => void }

async function copyInto(
  client: pg.Client,
  into: string,
  table: TableDump,
  { folder, onBytes }: CopyOptions,
): Promise<void> {
  const columns = table.columns.map(column => pg.escapeIdentifier(column)).join(', ')
  const rows = client.query(copyFrom(`copy ${into} (${columns}) from stdin`))
  const plain = createGunzip()
  plain.on('data', (chunk: Buffer) => onBytes(chunk.length))
  await pipeline(createReadStream(join(folder, tableFile(table))), plain, rows)
  if (rows.rowCount !== table.rows) {
    throw new BackupError(
      `${tableFile(table)} has ${rows.rowCount} rows instead of ${table.rows}. The database is still empty.`,
    )
  }
}

type ForeignKey = { table: string; name: string; definition: string }

async function foreignKeys(client: pg.Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
     where contype = 'f' and connamespace = 'public'::regnamespace order by 1, 2`,
  )
  return rows
}

async function setSequences(client: pg.Client, { sequences }: Manifest): Promise<void> {
  for (const { name, last_value: value } of sequences)
    if (value !== null)
      await client.query('select setval($1::regclass, $2::bigint)', [
        `public.${pg.escapeIdentifier(name)}`,
        value,
      ])
}
