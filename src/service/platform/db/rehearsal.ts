/**
 * Marks a database that a restore has filled until it goes live. Automatic jobs stay off on it: they would send messages, charge
 * direct debits and call webhooks in place of the original installation.
 */
import type pg from 'pg'
import type { Env } from '../env.ts'
import { StartError } from '../start-error.ts'

/** A separate schema, which backups leave out. */
const REHEARSAL_SCHEMA = 'rehearsal'
/** Settings of servers that the original installation may be using. */
const SHARED = ['REDIS_URL', 'SEARCH_URL', 'CDN_PURGE_URL', 'DATABASE_READ_URL'] as const

type Client = Pick<pg.Pool, 'query'> | pg.Client

export async function isRehearsal(client: Client): Promise<boolean> {
  const query = `select to_regnamespace('${REHEARSAL_SCHEMA}') is not null as found`
  return (await (client as pg.Client).query(query)).rows[0].found
}

export async function startRehearsal(client: Client): Promise<void> {
  await (client as pg.Client).query(`create schema ${REHEARSAL_SCHEMA}`)
}

export async function endRehearsal(client: Client): Promise<void> {
  await (client as pg.Client).query(`drop schema if exists ${REHEARSAL_SCHEMA}`)
}

/** True if the database is marked. @throws StartError if it is marked and the node could write to a server of the installation */
export async function checkRehearsal(client: Client, env: Env): Promise<boolean> {
  if (!(await isRehearsal(client))) return false
  const shared = SHARED.filter(name => env[name])
  if (shared.length === 0) return true
  throw new StartError(
    `This database was restored and is not live. For a rehearsal, remove ${shared.join(', ')}; to go live: ./pardeh restore --go-live`,
  )
}
