import { type SQL, sql } from 'drizzle-orm'
import type pg from 'pg'
import type { Tx } from './open.ts'

/**
 * Keys of PostgreSQL's advisory locks. A database has one namespace for them, so each purpose has its own key. The key of a released
 * version never changes, since nodes of two releases may run side by side.
 */
export const ADVISORY_LOCKS = {
  embeddedOwner: 7_273_134,
  migration: 7_273_135,
  import: 7_273_136,
  poolerSettings: 7_273_137,
  jobTables: 7_273_138,
  backup: 7_273_139,
  restore: 7_273_140,
  demoSeed: 7_273_141,
  fakeBankTables: 7_273_142,
  invoiceNumbers: 7_273_143,
} as const

type SessionLock = keyof typeof ADVISORY_LOCKS
/** A lock of this list, or one for each name, such as a row's. */
type TransactionLock = SessionLock | { name: string }

/** Waits for a lock that ends with the connection, or with `releaseAdvisoryLock`. */
export async function takeAdvisoryLock(client: pg.ClientBase, lock: SessionLock): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCKS[lock]])
}

/** Takes a lock that ends with the connection. Returns false if another session holds it. */
export async function tryAdvisoryLock(client: pg.ClientBase, lock: SessionLock): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(
    'select pg_try_advisory_lock($1) as taken',
    [ADVISORY_LOCKS[lock]],
  )
  return rows[0]?.taken === true
}

export async function releaseAdvisoryLock(client: pg.ClientBase, lock: SessionLock): Promise<void> {
  await client.query('select pg_advisory_unlock($1)', [ADVISORY_LOCKS[lock]])
}

/** Waits for a lock that ends with the transaction. */
export async function lockTransaction(tx: Tx, lock: TransactionLock): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${keyOf(lock)})`)
}

/** Takes a lock that ends with the transaction. Returns false if another session holds it. */
export async function tryLockTransaction(tx: Tx, lock: TransactionLock): Promise<boolean> {
  const { rows } = await tx.execute<{ taken: boolean }>(
    sql`select pg_try_advisory_xact_lock(${keyOf(lock)}) as taken`,
  )
  return rows[0]?.taken === true
}

function keyOf(lock: TransactionLock): SQL | number {
  return typeof lock === 'string' ? ADVISORY_LOCKS[lock] : sql`hashtextextended(${lock.name}, 0)`
}
