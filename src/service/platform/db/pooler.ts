/**
 * Support for a pooler that shares connections between transactions: settings belong to the database role, and what needs a
 * session (LISTEN, jobs, migrations) uses the server itself.
 */
import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { StartError } from '../start-error.ts'
import { takeAdvisoryLock } from './advisory-locks.ts'
import { closeClient, openConnection, SERVER_SETTINGS } from './connection.ts'
import type { Log } from './embedded.ts'

const NOTIFICATION_MS = 5_000

/** Stores the settings that other connections get at their start as defaults of this role in this database. */
export async function setRoleDefaults(directUrl: string, log: Log): Promise<void> {
  const client = await openConnection(directUrl)
  try {
    // Two nodes at once would change the same row of the catalogue.
    await takeAdvisoryLock(client, 'poolerSettings')
    const { rows } = await client.query<{ role: string; database: string; settings: string[] }>(
      `select quote_ident(current_user) as role, quote_ident(current_database()) as database,
         coalesce((select setconfig from pg_db_role_setting where setrole = current_user::regrole
           and setdatabase = (select oid from pg_database where datname = current_database())), '{}') as settings`,
    )
    const { role = '', database = '', settings = [] } = rows[0] ?? {}
    const known = new Set(settings.map(each => each.toLowerCase()))
    for (const [name, value] of Object.entries(SERVER_SETTINGS)) {
      if (known.has(`${name}=${value}`.toLowerCase())) continue
      await client.query(`alter role ${role} in database ${database} set ${name} = '${value}'`)
    }
  } catch (error) {
    log.warn({ err: error }, 'the database role has no time limits: see docs/operations.md')
  } finally {
    await closeClient(client)
  }
}

/** Warns if the pooler still has connections with old settings; it replaces them within its server_lifetime. */
export async function warnOfMissingLimits(pool: pg.Pool, log: Log): Promise<void> {
  const { rows } = await pool.query(`select current_setting('statement_timeout') as value`)
  if (rows[0].value === '0')
    log.warn({}, 'the pooler has connections without time limits: RECONNECT replaces them')
}

/** @throws StartError if a notification of one connection does not arrive at another */
export async function checkNotifications(url: string): Promise<void> {
  const channel = `pardeh_check_${randomBytes(6).toString('hex')}`
  const listener = await openConnection(url)
  const sender = await openConnection(url)
  try {
    const heard = new Promise(resolve => listener.once('notification', resolve))
    await listener.query(`listen ${channel}`)
    await sender.query(`notify ${channel}`)
    const late = wait(NOTIFICATION_MS, 'late', { ref: false })
    if ((await Promise.race([heard, late])) !== 'late') return
    throw new StartError(
      'Notifications of the database are lost: the URL points to a pooler that shares connections. ' +
        'Set DATABASE_DIRECT_URL to the address of the server.',
    )
  } finally {
    await Promise.all([closeClient(listener), closeClient(sender)])
  }
}
