import type pg from 'pg'
import type { Env } from '../env.ts'
import { onStopSignal } from '../stop-signals.ts'
import { createPool, type PoolOptions } from './connection.ts'
import { connectEmbedded, type Embedded, type Log, startEmbedded } from './embedded.ts'
import { type DatabaseFault, databaseFault } from './faults.ts'
import { type Database, openDatabasePool } from './open.ts'
import { checkNotifications, setRoleDefaults, warnOfMissingLimits } from './pooler.ts'
import { enablePreparedStatements } from './prepared.ts'
import { routeReads } from './read-routing.ts'
import { connectReplica, type Replica } from './replica.ts'
import { type DatabaseWatch, watchDatabase } from './watch.ts'

/** Connections past the pooler. Each job uses one for a moment. */
const DIRECT_POOL = 4

export type RunningDatabase = {
  url: string
  /** Address of the server itself, without a pooler: for LISTEN, migrations and jobs. */
  directUrl: string
  db: Database
  pool: pg.Pool
  directPool: pg.Pool
  stop: () => Promise<void>
}
export type WatchedDatabase = RunningDatabase & {
  /** Returns the fault that makes the database unusable now; null if it can be used. */
  fault: () => DatabaseFault | null
  /** Replica of DATABASE_READ_URL. */
  replica: Replica | null
}
export type DatabaseOptions = {
  log: Log
  /** Called if a query failed for this reason. */
  onFault?: (fault: DatabaseFault) => void
} & Pick<PoolOptions, 'observer'>
type OpenOptions = DatabaseOptions &
  Pick<PoolOptions, 'isDown'> & {
    route?: (pool: pg.Pool) => pg.Pool
    /** Leaves the time limits of the database role unchanged. */
    isReadOnly?: boolean
  }

/** Starts the database: that of DATABASE_URL, or an embedded server in DATA_DIR. It is watched until `stop`. */
export async function startDatabase(env: Env, options: DatabaseOptions): Promise<WatchedDatabase> {
  const { log, onFault, observer } = options
  const starting = env.DATABASE_URL ? Promise.resolve(null) : startEmbedded(env.DATA_DIR, log)
  let watch: DatabaseWatch | null = null
  let replica: Replica | null = null
  const found = await open(env, starting, {
    log,
    onFault: fault => {
      onFault?.(fault)
      watch?.report(fault)
    },
    observer,
    isDown: () => watch?.isDown() ?? false,
    route: pool => (env.DATABASE_READ_URL ? routeReads(pool, () => replica) : pool),
  })
  if (env.DATABASE_URL) await checkNotifications(found.directUrl)
  // Notifications arrive, so this connection is no pooler's that shares connections.
  if (!env.DATABASE_DIRECT_URL) enablePreparedStatements(found)
  const watching = await watchDatabase({
    url: found.url,
    log,
    onReplaced: found.drop,
    onLost: found.drop,
  })
  watch = watching
  if (env.DATABASE_READ_URL) {
    const isPooled = env.DATABASE_DIRECT_URL !== undefined
    const pool = { size: env.DB_POOL, isPooled, observer }
    replica = connectReplica({ url: env.DATABASE_READ_URL, primary: found.pool, log, pool })
  }
  return {
    ...found,
    fault: watching.fault,
    replica,
    stop: async () => {
      await replica?.stop()
      await watching.stop()
      await found.stop()
    },
  }
}

/** Connects a command to the database. A command that runs beside the app shares the app's embedded server. */
export async function connectDatabase(
  env: Env,
  log: Log,
  { isReadOnly = false } = {},
): Promise<RunningDatabase> {
  const starting = env.DATABASE_URL ? Promise.resolve(null) : connectEmbedded(env.DATA_DIR, log)
  return open(env, starting, { log, isReadOnly })
}

/** Opens the pools. A stop signal also stops the embedded server while it starts; queries that still run then fail. */
async function open(
  env: Env,
  starting: Promise<Embedded | null>,
  { log, onFault, isDown, observer, route, isReadOnly = false }: OpenOptions,
) {
  let isStopping = false
  const stopServer = async () => {
    isStopping = true
    const server = await starting.catch(() => null)
    await server?.stop()
    return undefined
  }
  const forget = onStopSignal(stopServer)
  try {
    const server = await starting
    const url = env.DATABASE_URL ?? server?.url ?? ''
    const directUrl = env.DATABASE_DIRECT_URL ?? url
    const isPooled = env.DATABASE_DIRECT_URL !== undefined
    if (isPooled && !isReadOnly) await setRoleDefaults(directUrl, log)
    const options: Omit<PoolOptions, 'size'> = {
      isDown,
      observer,
      onError: error => {
        if (!isStopping) log.warn({ err: error }, 'a database connection broke')
      },
      onFailure: error => {
        const fault = databaseFault(error)
        if (fault && !isStopping) onFault?.(fault)
      },
    }
    const shared = await openDatabasePool(url, { ...options, size: env.DB_POOL, isPooled, route })
    const { db, pool } = shared
    const direct = isPooled ? createPool(directUrl, { ...options, size: DIRECT_POOL }) : shared
    if (isPooled) await warnOfMissingLimits(pool, log)
    return {
      url,
      directUrl,
      db,
      pool,
      directPool: direct.pool,
      drop: () => {
        shared.drop()
        if (isPooled) direct.drop()
      },
      stop: async () => {
        isStopping = true
        await shared.close()
        if (isPooled) await direct.close()
        await stopServer()
        forget()
      },
    }
  } catch (error) {
    await stopServer()
    forget()
    throw error
  }
}
