import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { StartError } from '../start-error.ts'
import { createPool, type PoolOptions } from './connection.ts'
import { connectionFailure } from './database-url.ts'
import { databaseError } from './errors.ts'
import { databaseFault } from './faults.ts'
import { tagQueryError } from './query-name.ts'

/** The oldest that the tests run on. */
export const oldestServer = 150_000

export type Database = NodePgDatabase
export type Tx = Parameters<Parameters<Database['transaction']>[0]>[0]
/** A query runs on either: inside the caller's transaction, or on its own. */
export type Queryable = Database | Tx

export type OpenDatabase = {
  db: Database
  pool: pg.Pool
  /** Breaks all connections: they lead to a server that is not there any more. */
  drop: () => void
  close: () => Promise<void>
}

type OpenOptions = PoolOptions & {
  /** What sends the queries of the handle; the pool itself without it. */
  route?: (pool: pg.Pool) => pg.Pool
}

/** @throws Error that says what to change, when the server is not fit for Persian text. */
export async function openDatabase(url: string, options: OpenOptions): Promise<OpenDatabase> {
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
 * Drizzle's handle, with transactions that give their connection back whatever happens: its own lose one when `begin` fails, and
 * return one to the pool whose server does not answer.
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

/** An error of a query that is sent to the pool itself is to say which one: nothing else wraps it. */
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

/** Persian text needs letters that the server takes for letters: that rests on the locale of the database. */
async function checkServer(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query(
    `select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding,
       current_database() as name`,
  )
  const { version, encoding, name } = rows[0]
  if (version < oldestServer) {
    throw new StartError(
      `The database server is too old (${version}): PostgreSQL ${oldestServer / 10_000} or newer is needed.`,
    )
  }
  const remedy = `Create it anew: CREATE DATABASE "${name}" TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8'.`
  if (encoding !== 'UTF8') {
    throw new StartError(`The database "${name}" is encoded in ${encoding}, not in UTF8. ${remedy}`)
  }
  await createTrigrams(pool)
  const trigrams = await pool.query(
    String.raw`select show_trgm(U&'\0641\06CC\0644\0645') <> '{}' as found`,
  )
  if (!trigrams.rows[0].found) {
    throw new StartError(
      `The database "${name}" has a locale that knows no Persian letters. ${remedy}`,
    )
  }
}

async function createTrigrams(pool: pg.Pool): Promise<void> {
  try {
    await pool.query('create extension if not exists pg_trgm')
  } catch (error) {
    // Two nodes at once: the other one has just made it.
    if (databaseError(error)?.code === '23505') return
    throw new StartError(
      'The extension pg_trgm is needed; install the contrib package of your server.',
      {
        cause: error,
      },
    )
  }
}

export type TransactionOptions = {
  isolation?: 'read committed' | 'repeatable read' | 'serializable'
  /** How often it may run again after a serialization failure or a deadlock. */
  retries?: number
}

/** Runs `work` in one transaction; it may run more than once, so it does nothing but database work. */
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
