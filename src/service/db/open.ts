import { sql } from 'drizzle-orm'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { StartError } from '../start-error.ts'
import { databaseError } from './errors.ts'
import { tagQueryError } from './query-name.ts'

const oldestServer = 140_000

export type Database = NodePgDatabase
export type Tx = Parameters<Parameters<Database['transaction']>[0]>[0]
/** A query runs on either: inside the caller's transaction, or on its own. */
export type Queryable = Database | Tx

export type OpenDatabase = { db: Database; pool: pg.Pool; close(): Promise<void> }
export type PoolOptions = { size: number; onError?: (error: Error) => void }

/** @throws Error that says what to change, when the server is not fit for Persian text. */
export async function openDatabase(url: string, options: PoolOptions): Promise<OpenDatabase> {
  const pool = createPool(url, options)
  try {
    await checkServer(pool)
  } catch (error) {
    await pool.end()
    throw error
  }
  return { db: drizzle({ client: pool }), pool, close: () => pool.end() }
}

function createPool(url: string, { size, onError }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'pardeh',
    max: size,
    connectionTimeoutMillis: 3_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    statement_timeout: 15_000,
    lock_timeout: 10_000,
    idle_in_transaction_session_timeout: 30_000,
    // Our queries take milliseconds: to compile one, or to share it among workers, costs more than it saves.
    options: '-c timezone=UTC -c jit=off -c max_parallel_workers_per_gather=0',
  })
  // An idle connection that breaks is replaced by the pool; unheard, it would end the process.
  pool.on('error', error => onError?.(error))
  // One that breaks inside a transaction says so by its next query; unheard here, it would end the process too.
  pool.on('connect', client => void client.on('error', () => undefined))
  return namingQueries(pool)
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
      `The database server is too old (${version}): PostgreSQL 14 or newer is needed.`,
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

/** Whether the database answers now; for /readyz. */
export async function isReachable(db: Database, deadline = 300): Promise<boolean> {
  const late = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => late.resolve(false), deadline)
  const answer = db.execute(sql`select 1`).then(
    () => true,
    () => false,
  )
  return Promise.race([answer, late.promise]).finally(() => clearTimeout(timer))
}
