/** Checks the database of the settings over connections of its own. It writes nothing. */
import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { MAX_SKEW_SECONDS, startDatabaseClock } from '../../platform/db/clock.ts'
import { type Connections, createPool } from '../../platform/db/connection.ts'
import { connectionFailure } from '../../platform/db/database-url.ts'
import { connectEmbedded } from '../../platform/db/embedded.ts'
import { pendingAfter } from '../../platform/db/migrate.ts'
import { readMigrations } from '../../platform/db/migration-files.ts'
import { OLDEST_SERVER } from '../../platform/db/open.ts'
import { findPostmaster } from '../../platform/db/postmaster.ts'
import { isRehearsal } from '../../platform/db/rehearsal.ts'
import type { Env } from '../../platform/env.ts'
import { type Check, type Dependent, fail, type Outcome, ok, silentLog, warn } from './check.ts'
import { replicaCheck } from './replica.ts'
import { secretCheck } from './secret.ts'

const LIMITS = { query_timeout: 4_000, connectionTimeoutMillis: 3_000 }
const POOL = 3
/** Connections of a node besides the pool: the watch, LISTEN, and one for a migration. */
const BESIDE_POOL = 3
/** Connections of a node to the server behind a pooler. */
const BEHIND_POOLER = 7
const FULL_SHARE = 0.8
const CONNECT_ADVICE =
  'Check that the server is running, that DATABASE_URL names it, and that this machine may connect.'

export type DatabaseChecks = { checks: Check[]; stop: () => Promise<void> }

export async function databaseChecks(env: Env, nodes: number): Promise<DatabaseChecks> {
  const url = env.DATABASE_URL ?? (await embeddedUrl(env.DATA_DIR))
  if (!url) return { checks: [notRunning], stop: async () => undefined }
  const shared = createPool(url, {
    size: POOL,
    isPooled: env.DATABASE_DIRECT_URL !== undefined,
    limits: LIMITS,
  })
  const direct = env.DATABASE_DIRECT_URL
    ? createPool(env.DATABASE_DIRECT_URL, { size: POOL, limits: LIMITS })
    : shared
  return {
    checks: checksOf(env, { shared, direct, nodes }),
    stop: async () => {
      await shared.close()
      if (direct !== shared) await direct.close()
    },
  }
}

const notRunning: Check = {
  name: 'database',
  run: async () =>
    warn('the embedded database is not running', 'Start the site, then run the doctor again.'),
  advice: '',
}

/** Returns null if the embedded server is not running; the doctor does not start it. */
async function embeddedUrl(dataDir: string): Promise<string | null> {
  const folder = await realpath(join(dataDir, 'pg')).catch(() => null)
  if (!folder || !findPostmaster(folder)) return null
  return (await connectEmbedded(dataDir, silentLog)).url
}

type Pools = { shared: Connections; direct: Connections; nodes: number }

function checksOf(env: Env, { shared, direct, nodes }: Pools): Check[] {
  const { pool } = shared
  const answer = Promise.all([shared, direct].map(({ pool }) => pool.query('select'))).then(
    () => null,
    (error: unknown) => connectionFailure(error),
  )
  const check: Dependent = (name, advice, run) => ({
    name,
    advice,
    run: async () => ((await answer) === null ? run() : null),
  })
  return [
    {
      name: 'database',
      advice: CONNECT_ADVICE,
      run: async () => {
        const failure = await answer
        if (failure !== null) throw failure
        return versionOutcome(pool)
      },
    },
    check('database locale', CONNECT_ADVICE, () => localeOutcome(pool)),
    check('database migrations', CONNECT_ADVICE, () => migrationsOutcome(direct.pool)),
    check('database rehearsal', CONNECT_ADVICE, () => rehearsalOutcome(pool)),
    check('database clock', CONNECT_ADVICE, () => clockOutcome(pool)),
    check('database connections', CONNECT_ADVICE, () =>
      connectionsOutcome(direct.pool, env, nodes),
    ),
    ...[replicaCheck(env, pool, check), secretCheck(env, pool, check)].filter(
      found => found !== null,
    ),
  ]
}

async function versionOutcome(pool: pg.Pool): Promise<Outcome> {
  const { rows } = await pool.query(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as version,
       pg_is_in_recovery() as is_replica, current_setting('default_transaction_read_only') as read_only`,
  )
  const { number, version, is_replica, read_only } = rows[0]
  const name = `PostgreSQL ${version}`
  if (number < OLDEST_SERVER)
    return fail(name, `Use PostgreSQL ${OLDEST_SERVER / 10_000} or newer.`)
  if (is_replica || read_only === 'on')
    return fail(
      `${name}, read-only`,
      'Name the primary in DATABASE_URL, or check the disk and settings of the server.',
    )
  return ok(name)
}

async function localeOutcome(pool: pg.Pool): Promise<Outcome> {
  const { rows } = await pool.query(
    String.raw`select current_setting('server_encoding') as encoding, datcollate as collation, datctype as ctype,
       U&'\0641' ~ '^[[:alpha:]]$' as is_letter from pg_database where datname = current_database()`,
  )
  const { encoding, collation, ctype, is_letter } = rows[0]
  const found = `${encoding}, ${collation === ctype ? ctype : `${collation}, ${ctype}`}`
  if (encoding === 'UTF8' && is_letter) return ok(found)
  return fail(
    `${found}: does not treat Persian letters as letters`,
    "Create the database with TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8', and load it again.",
  )
}

async function migrationsOutcome(pool: pg.Pool): Promise<Outcome> {
  const known = await readMigrations()
  const { rows: found } = await pool.query("select to_regclass('public.migrations') as name")
  if (found[0].name === null)
    return warn('the database is empty', 'Start the site once: the first node creates the tables.')
  const { rows } = await pool.query('select tag, hash, needs from migrations')
  const pending = pendingAfter(known, rows)
  if (pending.length === 0) return ok(`all ${known.length} have run`)
  return warn(
    `${pending.length} of ${known.length} have not run`,
    'Make a backup, then start a node of this release: the first node runs them.',
  )
}

async function rehearsalOutcome(pool: pg.Pool): Promise<Outcome | null> {
  if (!(await isRehearsal(pool))) return null
  return warn(
    'the database was restored and its jobs are off',
    'This is correct for a rehearsal. To go live, run ./pardeh restore --go-live and restart the nodes.',
  )
}

async function clockOutcome(pool: pg.Pool): Promise<Outcome> {
  const clock = await startDatabaseClock(pool, { log: silentLog })
  clock.stop()
  const seconds = clock.skewSeconds()
  const found = `${Math.abs(seconds).toFixed(1)} s ${seconds < 0 ? 'behind' : 'ahead of'} the database's`
  const advice = 'Run a time service (chrony, systemd-timesyncd) here and on the database server.'
  if (clock.isSkewed())
    return fail(`${found}, more than ${MAX_SKEW_SECONDS} s: the node is not ready`, advice)
  return Math.abs(seconds) > 1 ? warn(found, advice) : ok(found)
}

async function connectionsOutcome(pool: pg.Pool, env: Env, nodes: number): Promise<Outcome> {
  const { rows } = await pool.query(
    `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most,
       (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used`,
  )
  const { most, used } = rows[0]
  const each = env.DATABASE_DIRECT_URL ? BEHIND_POOLER : env.DB_POOL + BESIDE_POOL
  const needed = each * nodes
  const found = `${used} of ${most} in use; ${nodes} × ${each} at most`
  const advice =
    'Raise max_connections, lower DB_POOL, or use PgBouncer (DATABASE_DIRECT_URL). Give the number of nodes with --nodes.'
  if (needed > most) return fail(found, advice)
  return Math.max(needed, used) > most * FULL_SHARE ? warn(found, advice) : ok(found)
}
