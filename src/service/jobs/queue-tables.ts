/** The tables of pg-boss, without its work. */
import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import { ADVISORY_LOCKS } from '../db/advisory-locks.ts'

export const JOBS_SCHEMA = 'jobs'

/** By one of the nodes that start at once: pg-boss has a lock of its own, and still makes the schema twice behind it. */
export async function createQueueOnce(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  let failure: Error | undefined
  try {
    await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCKS.jobTables])
    await createQueueTables(client)
    await client.query('select pg_advisory_unlock($1)', [ADVISORY_LOCKS.jobTables])
  } catch (error) {
    failure = error as Error
    throw error
  } finally {
    // The lock ends with its connection.
    client.release(failure)
  }
}

export async function createQueueTables(client: pg.ClientBase): Promise<void> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => client.query(text, values) },
    schema: JOBS_SCHEMA,
    supervise: false,
    schedule: false,
  })
  await boss.start()
  await boss.stop({ graceful: false, close: false })
}
