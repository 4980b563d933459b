/**
 * Migrates the database to the schema of this code. One node migrates while others wait. Each migration is one transaction, so a
 * crash leaves none half done. Migrations expand first and contract in a later release (docs/recipes/new-migration.md).
 */
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { StartError } from '../start-error.ts'
import { tryAdvisoryLock } from './advisory-locks.ts'
import { closeClient, openConnection } from './connection.ts'
import type { Log } from './embedded.ts'
import { databaseError } from './errors.ts'
import { type Migration, readMigrations, withoutComments } from './migration-files.ts'
import { partitionStatements } from './partitioned-index.ts'
import { checkRestored } from './restore-marker.ts'

const POLL_MS = 500
const LOG_EVERY_MS = 10_000
/** A migration that waits for a lock blocks every query behind it, so it gives up soon and tries again. */
const LOCK_TIMEOUT = '3s'
const LOCK_ATTEMPTS = 20
const LONGEST_PAUSE_MS = 10_000

export type MigrateOptions = {
  log?: Pick<Log, 'info' | 'warn'>
  /** Folder with the migrations; used by tests. */
  folder?: string
  /** Runs these migrations alone, on a database that is marked as being restored. Used by a restore. */
  only?: readonly string[]
}

/**
 * Runs the pending migrations and returns their tags.
 * @param url address of the server itself: a pooler would mix up sessions
 * @throws StartError if the database needs newer code, or if an applied migration was edited
 */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<string[]> {
  const { log, folder, only } = options
  const all = await readMigrations(folder)
  const known = only ? all.filter(({ tag }) => only.includes(tag)) : all
  const client = await openConnection(url, {
    query_timeout: 0,
    application_name: 'pardeh migration',
  })
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
    const newest = pending.at(-1)
    if (newest)
      log?.info({ count: pending.length, newestMigration: newest.tag }, 'migrating the database')
    for (const migration of pending) await apply(client, migration, log)
    return pending.map(({ tag }) => tag)
  } finally {
    await closeClient(client)
  }
}

/** True if every migration of this code has run. */
export async function isMigrated(pool: pg.Pool): Promise<boolean> {
  const known = await readMigrations()
  const { rows } = await pool.query('select tag from migrations')
  return known.every(({ tag }) => rows.some(row => row.tag === tag))
}

/** Returns the migrations that `migrate` would run; all of them on an empty database. @throws StartError as `migrate` does */
export async function pendingMigrations(url: string): Promise<string[]> {
  const client = await openConnection(url)
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

/** Polls for the lock: a session that waits inside one statement would block `create index concurrently`. */
async function takeLock(client: pg.Client, count: number, log: MigrateOptions['log']) {
  for (let waited = 0; ; waited += POLL_MS, await wait(POLL_MS)) {
    if (await tryAdvisoryLock(client, 'migration')) return
    if (waited % LOG_EVERY_MS !== 0) continue
    const done = await client.query('select tag from migrations').catch(() => ({ rows: [] }))
    const fields = { seconds: waited / 1_000, done: done.rows.length, of: count }
    log?.info(fields, 'another node is migrating the database')
  }
}

type Applied = { tag: string; hash: string; needs: string | null }

/**
 * Returns the known migrations that have not been applied.
 * @throws StartError if the database needs newer code, or if an applied migration was edited
 */
export function pendingAfter(known: Migration[], applied: Applied[]): Migration[] {
  const tags = new Set(known.map(({ tag }) => tag))
  const newer = applied.find(
    ({ tag, needs }) => !tags.has(tag) && needs !== null && !tags.has(needs),
  )
  if (newer) {
    throw new StartError(
      `The database has a migration (${newer.tag}) that needs a newer version of Pardeh with ${newer.needs}. ` +
        'Start that version, or restore a backup made before the migration.',
    )
  }
  const hashes = new Map(applied.map(({ tag, hash }) => [tag, hash]))
  const edited = known.find(({ tag, hash }) => hashes.has(tag) && hashes.get(tag) !== hash)
  if (edited) {
    throw new StartError(
      `The migration ${edited.tag} was edited after this database ran it. In development, remove ` +
        'DATA_DIR to start with an empty database; otherwise restore the file and write a new migration.',
    )
  }
  return known.filter(({ tag }) => !hashes.has(tag))
}

/** Applies a migration. One that takes long is logged by its tag. */
async function apply(client: pg.Client, migration: Migration, log: MigrateOptions['log']) {
  const began = performance.now()
  const timer = setInterval(() => {
    const seconds = Math.round((performance.now() - began) / 1_000)
    log?.info({ migration: migration.tag, seconds }, 'a migration is running')
  }, LOG_EVERY_MS)
  try {
    if (migration.isConcurrent) await applyConcurrently(client, migration)
    else await applyWithRetries(client, migration, log)
  } finally {
    clearInterval(timer)
  }
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
    const parts = await partitionStatements(client, withoutComments(statement))
    for (const each of parts ?? [statement]) {
      const [, name] = /concurrently if not exists\s+"?(\w+)"?/i.exec(each) ?? []
      if (name) await dropInvalid(client, name)
      await run(client, migration, each)
    }
  }
  await record(client, migration)
}

/** Drops the index that an aborted build left behind: it would be maintained but never read. */
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
