import type pg from 'pg'
import type { Env } from '../env.ts'
import { onStopSignal } from '../stop-signals.ts'
import { connectEmbedded, type Log, startEmbedded } from './embedded.ts'
import { type Database, isReachable, openDatabase } from './open.ts'
import { enablePreparedStatements } from './prepared.ts'

export type RunningDatabase = {
  url: string
  db: Database
  pool: pg.Pool
  isReachable(): Promise<boolean>
  stop(): Promise<void>
}

/** The database that the settings name: DATABASE_URL, or a server of our own in DATA_DIR. */
export function startDatabase(env: Env, log: Log): Promise<RunningDatabase> {
  return run(env, log, startEmbedded)
}

/** The same for a command that may run beside the app, whose server it then shares. */
export function connectDatabase(env: Env, log: Log): Promise<RunningDatabase> {
  return run(env, log, connectEmbedded)
}

/** A signal stops the embedded server, also while it starts; queries that still run fail, and the pool waits for none. */
async function run(env: Env, log: Log, start: typeof startEmbedded): Promise<RunningDatabase> {
  let isStopping = false
  const starting = env.DATABASE_URL ? Promise.resolve(null) : start(env.DATA_DIR, log)
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
    const { db, pool, close } = await openDatabase(url, {
      size: env.DB_POOL,
      onError: error => {
        if (!isStopping) log.warn({ err: error }, 'a database connection broke')
      },
    })
    if (server) enablePreparedStatements(db)
    return {
      url,
      db,
      pool,
      isReachable: () => isReachable(db),
      async stop() {
        isStopping = true
        await close()
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
