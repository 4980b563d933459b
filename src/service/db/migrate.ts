import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { StartError } from '../start-error.ts'

const migrationLock = 7_273_135
const folder = join(import.meta.dirname, 'migrations')

type Migration = { tag: string; hash: string; statements: string[] }

/**
 * Brings the database to the schema of this code and returns the migrations it ran. All run in one
 * transaction under a lock: two nodes that start at once run them once, and a crash leaves none half done.
 * @throws Error when the database is newer than the code, or a migration that ran was edited since.
 */
export async function migrate(pool: pg.Pool): Promise<string[]> {
  const known = await readMigrations()
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('set local statement_timeout = 0')
    await client.query('set local lock_timeout = 0')
    await client.query('select pg_advisory_xact_lock($1)', [migrationLock])
    await client.query('create extension if not exists pg_trgm')
    await client.query('create extension if not exists btree_gist')
    await client.query(
      'create table if not exists migrations (tag text primary key, hash text not null, applied_at timestamptz not null default now())',
    )
    const { rows } = await client.query('select tag, hash from migrations')
    const pending = pendingAfter(known, new Map(rows.map(row => [row.tag, row.hash])))
    for (const migration of pending) await apply(client, migration)
    await client.query('commit')
    return pending.map(({ tag }) => tag)
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}

/** Whether every migration of this code has run; for /readyz. */
export async function isMigrated(pool: pg.Pool): Promise<boolean> {
  const known = await readMigrations()
  const { rows } = await pool.query('select tag from migrations')
  return known.every(({ tag }) => rows.some(row => row.tag === tag))
}

function pendingAfter(known: Migration[], applied: Map<string, string>): Migration[] {
  for (const tag of applied.keys()) {
    if (!known.some(migration => migration.tag === tag)) {
      throw new StartError(
        `The database has a migration (${tag}) that this version does not know: it was used by a newer ` +
          'version of Pardeh. Start that version, or restore a backup from before.',
      )
    }
  }
  const edited = known.find(({ tag, hash }) => applied.has(tag) && applied.get(tag) !== hash)
  if (edited) {
    throw new StartError(
      `The migration ${edited.tag} was edited after this database ran it. In development remove ` +
        'DATA_DIR to begin anew; otherwise restore the file and write a new migration.',
    )
  }
  return known.filter(({ tag }) => !applied.has(tag))
}

async function apply(client: pg.PoolClient, { tag, hash, statements }: Migration): Promise<void> {
  for (const statement of statements) {
    try {
      await client.query(statement)
    } catch (error) {
      throw new StartError(`The migration ${tag} failed at: ${statement.trim().slice(0, 200)}`, {
        cause: error,
      })
    }
  }
  await client.query('insert into migrations (tag, hash) values ($1, $2)', [tag, hash])
}

async function readMigrations(): Promise<Migration[]> {
  const journal: { entries: { tag: string }[] } = JSON.parse(
    await readFile(join(folder, 'meta', '_journal.json'), 'utf8'),
  )
  return Promise.all(
    journal.entries.map(async ({ tag }) => {
      const text = await readFile(join(folder, `${tag}.sql`), 'utf8')
      const hash = createHash('sha256').update(text).digest('hex')
      return { tag, hash, statements: text.split('--> statement-breakpoint') }
    }),
  )
}
