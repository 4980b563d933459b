import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { StartError } from '../start-error.ts'
import { createPool, type PoolOptions } from './connection.ts'
import { connectionFailure } from './database-url.ts'
import { databaseError } from './errors.ts'
import { databaseFault } from './faults.ts'
import { tagQueryError } from './query-name.ts'

/** Oldest version on which the tests run. */
export const OLDEST_SERVER = 150_000

export type Database = NodePgDatabase
export type Tx = Parameters<Parameters<Database['transaction']>[0]>[0]
/** Runs a query inside the caller's transaction, or on its own. */
export type Queryable = Database | Tx

export type OpenDatabase = {
  db: Database
  pool: pg.Pool
  /** Closes all connections at once: their server no longer exists. */
  drop: () => void
  close: () => Promise<void>
}

type OpenOptions = PoolOptions & {
  /** Wraps the pool that sends the queries of the handle. */
  route?: (pool: pg.Pool) => pg.Pool
}

/** Opens a pool and checks the server. @throws StartError that says what to change if the server is unfit for Persian text */
export async function openDatabasePool(url: string, options: OpenOptions): Promise<OpenDatabase> {
  const { pool, drop, close } = createPool(url, options)
  try {
    await checkServer(pool)
  } catch (error) {
    await close()
    throw connectionFailure(error)
  }
  return { db: handleOf(namingQueries(pool), options.route), pool, drop, close }
}

/**
 * Returns Drizzle's handle with transactions that always release their connection. Drizzle's own loses it if `begin` fails, and
 * returns it to the pool even if its server does not answer.
 */
function handleOf(pool: pg.Pool, route = (own: pg.Pool) => own): Database {
  const db = drizzle({ client: route(pool) })
  const transaction: Database['transaction'] = async (work, config) => {
    const client = await pool.connect()
    try {
      const result = await drizzle({ client }).transaction(work, config)
      client.release()
      return result
    } catch (error) {
      client.release(databaseFault(error) !== null)
      throw error
    }
  }
  return Object.assign(db, { transaction })
}

/** Adds the name of the query to errors of the pool: Drizzle does not wrap these. */
function namingQueries(pool: pg.Pool): pg.Pool {
  const send = pool.query.bind(pool) as (...given: unknown[]) => Promise<unknown>
  const query = async (...given: unknown[]) => {
    try {
      return await send(...given)
    } catch (error) {
      const [first] = given as [string | { text?: string }]
      tagQueryError(error, typeof first === 'string' ? first : (first.text ?? ''))
      throw error
    }
  }
  return Object.assign(pool, { query })
}

/** Checks that the server recognises Persian letters, which depends on the locale of the database. */
async function checkServer(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query(
    `select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding,
       current_database() as name`,
  )
  const { version, encoding, name } = rows[0]
  if (version < OLDEST_SERVER) {
    throw new StartError(
      `The database server is too old (${version}): PostgreSQL ${OLDEST_SERVER / 10_000} or newer is required.`,
    )
  }
  const remedy = `Create it again: CREATE DATABASE "${name}" TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8'.`
  if (encoding !== 'UTF8') {
    throw new StartError(
      `The database "${name}" is encoded in ${encoding} instead of UTF8. ${remedy}`,
    )
  }
  await createTrigrams(pool)
  const trigrams = await pool.query(
    String.raw`select show_trgm(U&'\0641\06CC\0644\0645') <> '{}' as found`,
  )
  if (!trigrams.rows[0].found) {
    throw new StartError(
      `The database "${name}" has a locale that does not support Persian letters. ${remedy}`,
    )
  }
}

async function createTrigrams(pool: pg.Pool): Promise<void> {
  try {
    await pool.query('create extension if not exists pg_trgm')
  } catch (error) {
    // Two nodes at once: the other one has just created it.
    if (databaseError(error)?.code === '23505') return
    throw new StartError(
      'The extension pg_trgm is required; install the contrib package of your server.',
      {
        cause: error,
      },
    )
  }
}

export type TransactionOptions = {
  isolation?: 'read committed' | 'repeatable read' | 'serializable'
  /** Maximum number of repetitions after a serialization failure or a deadlock. */
  retries?: number
}

/** Runs `work` in one transaction. It may run more than once, so it must do nothing but database work. */
export async function inTransaction<Result>(
  db: Database,
  work: (tx: Tx) => Promise<Result>,
  { isolation = 'read committed', retries = 4 }: TransactionOptions = {},
): Promise<Result> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await db.transaction(work, { isolationLevel: isolation })
    } catch (error) {
      const code = databaseError(error)?.code
      if (attempt >= retries || (code !== '40001' && code !== '40P01')) throw error
    }
  }
}
