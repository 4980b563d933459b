/** Measures how long the replica of DATABASE_READ_URL takes to replay the current state of the primary. */
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { closeClient, openConnection } from '../../platform/db/connection.ts'
import type { Env } from '../../platform/env.ts'
import { type Check, type Dependent, fail, type Outcome, ok, warn } from './check.ts'

const PATIENCE_MS = 3_000
const EVERY_MS = 50
const SLOW_SECONDS = 1

export function replicaCheck(env: Env, primary: pg.Pool, check: Dependent): Check | null {
  const { DATABASE_READ_URL: url } = env
  if (!url) return null
  return check(
    'database replica',
    'Check that the replica is running and follows the primary.',
    () => replicaOutcome(url, primary),
  )
}

async function replicaOutcome(url: string, primary: pg.Pool): Promise<Outcome> {
  const client = await openConnection(url, { connectionTimeoutMillis: 2_000, query_timeout: 3_000 })
  try {
    const { rows } = await client.query('select pg_is_in_recovery() as is_replica')
    if (!rows[0].is_replica)
      return fail(
        'DATABASE_READ_URL names a server that is not a replica',
        'Name a replica, or unset it.',
      )
    const { rows: now } = await primary.query('select pg_current_wal_lsn()::text as lsn')
    const begin = performance.now()
    while (!(await hasReplayed(client, now[0].lsn))) {
      if (performance.now() - begin > PATIENCE_MS)
        return warn(
          `more than ${PATIENCE_MS / 1_000} s behind`,
          'Check the load and the network of the replica. Above 5 s, nodes read from the primary.',
        )
      await wait(EVERY_MS)
    }
    const seconds = (performance.now() - begin) / 1_000
    const found = `at most ${seconds.toFixed(1)} s behind`
    return seconds > SLOW_SECONDS ? warn(found, 'Check the load of the replica.') : ok(found)
  } finally {
    await closeClient(client)
  }
}

async function hasReplayed(client: pg.Client, lsn: string): Promise<boolean> {
  const query = 'select coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) as is_there'
  return (await client.query(query, [lsn])).rows[0].is_there
}
