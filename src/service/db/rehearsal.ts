/**
 * Marks a database that a restore has filled, until it goes live. What the site does by itself stays off on it: it would send the
 * messages, charge the direct debits and call the webhooks of the installation that the backup is of.
 */
import type pg from 'pg'
import type { Env } from '../env.ts'
import { StartError } from '../start-error.ts'

/** A schema of its own: backups leave it out. */
const REHEARSAL_SCHEMA = 'rehearsal'
/** Servers that the installation of the backup may be using. */
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

/** Whether the database is marked. @throws StartError where it is, and the node would write to a server of the installation */
export async function checkRehearsal(client: Client, env: Env): Promise<boolean> {
  if (!(await isRehearsal(client))) return false
  const shared = SHARED.filter(name => env[name])
  if (shared.length === 0) return true
  throw new StartError(
    `This database was restored and is not live. For a rehearsal leave out ${shared.join(', ')}; to go live: npm run restore -- --go-live`,
  )
}
