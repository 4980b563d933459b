/** Creates the tables of pg-boss, without running jobs. */
import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import { releaseAdvisoryLock, takeAdvisoryLock } from '../db/advisory-locks.ts'

export const JOBS_SCHEMA = 'jobs'

/** Creates the tables, one node at a time: pg-boss has its own lock, but two nodes still create the schema twice behind it. */
export async function createQueueOnce(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  let failure: Error | undefined
  try {
    await takeAdvisoryLock(client, 'jobTables')
    await createQueueTables(client)
    await releaseAdvisoryLock(client, 'jobTables')
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
