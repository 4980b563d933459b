/**
 * Brings the database to the schema of this code. One node migrates, others wait; each migration is one transaction, so that a
 * crash leaves none half done. Migrations expand first and contract in a later release (docs/recipes/new-migration.md).
 */
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { StartError } from '../start-error.ts'
import { ADVISORY_LOCKS } from './advisory-locks.ts'
import { closeClient, connect } from './connection.ts'
import type { Log } from './embedded.ts'
import { databaseError } from './errors.ts'
import { type Migration, readMigrations, withoutComments } from './migration-files.ts'
import { onPartitions } from './partitioned-index.ts'
import { checkRestored } from './restore-marker.ts'

const POLL_MS = 500
const TELL_MS = 10_000
/** A migration that waits for a lock holds up every query behind it, so it gives up soon and tries again. */
const LOCK_TIMEOUT = '3s'
const LOCK_ATTEMPTS = 20
const LONGEST_PAUSE_MS = 10_000

export type MigrateOptions = {
  log?: Pick<Log, 'info' | 'warn'>
  /** Where the migrations are; for tests. */
  folder?: string
  /** For a restore: these migrations alone, of a database that is marked as being restored. */
  only?: readonly string[]
}

/**
 * Returns the migrations that it ran.
 * @param url of the server itself: a pooler would mix up sessions
 * @throws StartError when the database needs newer code, or a migration that ran was edited since
 */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<string[]> {
  const { log, folder, only } = options
  const all = await readMigrations(folder)
  const known = only ? all.filter(({ tag }) => only.includes(tag)) : all
  const client = await connect(url, { query_timeout: 0, application_name: 'pardeh migration' })
  try {
    await client.query('set statement_timeout = 0')
    await takeLock(client, known.length, log)
    if (!only) await checkRestored(client)
    await client.query('create extension if not exists pg_trgm')
    await client.query('create extension if not exists btree_gist')
    await client.query(
      'create table if not exists migrations (tag text primary key, hash text not null, applied_at timestamptz not null default now())',
    )
    await client.query('alter table migrations add column if not exists needs text')
    const { rows } = await client.query<Applied>('select tag, hash, needs from migrations')
    const pending = pendingAfter(known, rows)
    for (const [index, migration] of pending.entries()) {
      const { tag } = migration
      log?.info({ migration: tag, step: index + 1, of: pending.length }, 'migrating the database')
      if (migration.isConcurrent) await applyConcurrently(client, migration)
      else await applyWithRetries(client, migration, log)
    }
    return pending.map(({ tag }) => tag)
  } finally {
    await closeClient(client)
  }
}

/** Whether every migration of this code has run. */
export async function isMigrated(pool: pg.Pool): Promise<boolean> {
  const known = await readMigrations()
  const { rows } = await pool.query('select tag from migrations')
  return known.every(({ tag }) => rows.some(row => row.tag === tag))
}

/** The migrations that `migrate` would run; all where none has run. @throws StartError as `migrate` does */
export async function pendingMigrations(url: string): Promise<string[]> {
  const client = await connect(url)
  try {
    await checkRestored(client)
    const { rows } = await client.query("select to_regclass('public.migrations') as found")
    const applied = rows[0].found
      ? (await client.query<Applied>('select tag, hash, needs from migrations')).rows
      : []
    return pendingAfter(await readMigrations(), applied).map(({ tag }) => tag)
  } finally {
    await closeClient(client)
  }
}

/** Asks again and again: a session that waits inside one statement would hold up `create index concurrently`. */
async function takeLock(client: pg.Client, count: number, log: MigrateOptions['log']) {
  for (let waited = 0; ; waited += POLL_MS, await wait(POLL_MS)) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as taken', [
      ADVISORY_LOCKS.migration,
    ])
    if (rows[0].taken) return
    if (waited % TELL_MS !== 0) continue
    const done = await client.query('select tag from migrations').catch(() => ({ rows: [] }))
    const fields = { seconds: waited / 1_000, done: done.rows.length, of: count }
    log?.info(fields, 'another node migrates the database')
  }
}

type Applied = { tag: string; hash: string; needs: string | null }

/** @throws StartError when the database needs newer code, or a migration that ran was edited since */
export function pendingAfter(known: Migration[], applied: Applied[]): Migration[] {
  const tags = new Set(known.map(({ tag }) => tag))
  const newer = applied.find(
    ({ tag, needs }) => !tags.has(tag) && needs !== null && !tags.has(needs),
  )
  if (newer) {
    throw new StartError(
      `The database has a migration (${newer.tag}) that needs a newer version of Pardeh, which knows ${newer.needs}. ` +
        'Start that version, or restore a backup from before.',
    )
  }
  const hashes = new Map(applied.map(({ tag, hash }) => [tag, hash]))
  const edited = known.find(({ tag, hash }) => hashes.has(tag) && hashes.get(tag) !== hash)
  if (edited) {
    throw new StartError(
      `The migration ${edited.tag} was edited after this database ran it. In development remove ` +
        'DATA_DIR to begin anew; otherwise restore the file and write a new migration.',
    )
  }
  return known.filter(({ tag }) => !hashes.has(tag))
}

async function applyWithRetries(
  client: pg.Client,
  migration: Migration,
  log: MigrateOptions['log'],
) {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query('begin')
      await client.query(`set local lock_timeout = '${LOCK_TIMEOUT}'`)
      for (const statement of migration.statements) await run(client, migration, statement)
      await record(client, migration)
      return void (await client.query('commit'))
    } catch (error) {
      await client.query('rollback')
      const { code } = databaseError(error) ?? {}
      const isLocked = code === '55P03' || code === '40P01'
      if (!isLocked || attempt >= LOCK_ATTEMPTS) throw error
      log?.warn({ migration: migration.tag, attempt }, 'a migration waits for a lock')
      await wait(Math.min(500 * 2 ** attempt, LONGEST_PAUSE_MS))
    }
  }
}

async function applyConcurrently(client: pg.Client, migration: Migration): Promise<void> {
  for (const statement of migration.statements) {
    const parts = await onPartitions(client, withoutComments(statement))
    for (const each of parts ?? [statement]) {
      const [, name] = /concurrently if not exists\s+"?(\w+)"?/i.exec(each) ?? []
      if (name) await dropInvalid(client, name)
      await run(client, migration, each)
    }
  }
  await record(client, migration)
}

/** What an aborted build leaves: an index that is written and never read. */
async function dropInvalid(client: pg.Client, name: string): Promise<void> {
  const { rowCount } = await client.query(
    `select from pg_index where indexrelid = to_regclass(quote_ident($1)) and not indisvalid`,
    [name],
  )
  if (rowCount) await client.query(`drop index concurrently if exists "${name}"`)
}

async function run(client: pg.Client, { tag }: Migration, statement: string): Promise<void> {
  try {
    await client.query(statement)
  } catch (error) {
    const text = withoutComments(statement).slice(0, 200)
    throw new StartError(`The migration ${tag} failed at: ${text}`, { cause: error })
  }
}

async function record(client: pg.Client, { tag, hash, needs }: Migration): Promise<void> {
  await client.query('insert into migrations (tag, hash, needs) values ($1, $2, $3)', [
    tag,
    hash,
    needs,
  ])
}
