/** Backups of a test's database. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { type BackUpOptions, backUp } from '#src/service/operations/backup/back-up.ts'
import { readBackup } from '#src/service/operations/backup/read-backup.ts'
import { restoreBackup } from '#src/service/operations/backup/restore.ts'
import { folderStore } from '#src/service/platform/adapters/media-store/folder-store.ts'
import { blankDatabase } from './database.ts'

export const SECRET = 'a secret of the tests, long enough for a key'

/** Creates a folder, which is removed when the test ends. */
export async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pardeh-backup-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Creates a database without tables, which is dropped when the test ends. */
export async function anEmptyDatabase(): Promise<string> {
  const { url, drop } = await blankDatabase('template0')
  onTestFinished(drop)
  return url
}

export async function aBackup(url: string, options: Partial<BackUpOptions> = {}) {
  const media = await aFolder()
  return backUp({
    url,
    folder: join(await aFolder(), 'backup'),
    mediaMode: 'list' as const,
    media: { store: folderStore(media), folder: media },
    secret: SECRET,
    ...options,
  })
}

export async function restoreInto(
  url: string,
  folder: string,
  { isReplacing = false, isLive = true, hasPooler = false } = {},
) {
  return restoreBackup({ url, backup: await readBackup(folder), isReplacing, isLive, hasPooler })
}

export async function ask<Row extends pg.QueryResultRow>(
  url: string,
  text: string,
): Promise<Row[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

/** Returns every row of every table, including generated columns, and the next value of every sequence, by table. */
export async function contentOf(url: string): Promise<Record<string, string>> {
  const tables = await ask<{ name: string }>(
    url,
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relispartition and (n.nspname = 'public' and c.relname <> 'migrations'
       or n.nspname = 'jobs' and c.relname in ('job', 'queue', 'schedule')) order by 1`,
  )
  const content: Record<string, string> = {}
  for (const { name } of tables) {
    const [row] = await ask<{ text: string }>(
      url,
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as text from ${name} t`,
    )
    content[name] = row?.text ?? ''
  }
  const sequences = await ask<{ text: string }>(
    url,
    `select string_agg(sequencename || last_value::text, ' ' order by sequencename) as text from pg_sequences where schemaname = 'public'`,
  )
  return { ...content, sequences: sequences[0]?.text ?? '' }
}

/** Returns tables, columns, constraints, indexes and triggers as text, which is equal for two databases if their schemas are. */
export async function schemaOf(url: string): Promise<string[]> {
  const rows = await ask<{ text: string }>(
    url,
    `select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || convalidated as text
       from pg_constraint where connamespace = 'public'::regnamespace and conrelid <> 0
     union all select pg_get_indexdef(indexrelid) from pg_index
       join pg_class c on c.oid = indrelid where c.relnamespace = 'public'::regnamespace
     union all select pg_get_triggerdef(oid) || tgenabled::text from pg_trigger where not tgisinternal
     union all select attrelid::regclass || '.' || attname || ' ' || format_type(atttypid, atttypmod) || attnotnull || attgenerated::text || attidentity::text
       from pg_attribute join pg_class c on c.oid = attrelid
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and attnum > 0 and not attisdropped
     union all select p.oid::regprocedure || md5(prosrc) from pg_proc p
       where pronamespace = 'public'::regnamespace and prolang <> (select oid from pg_language where lanname = 'c')`,
  )
  return rows.map(({ text }) => text).toSorted()
}
