/** What an action works with, and what it needs of the installation: opened when the action starts, closed when it ends. */
import pino, { type Logger } from 'pino'
import { setBrandName } from '#src/lib/i18n/brand-name.ts'
import { readBrandName } from '../../brand/read-brand.ts'
import { databaseNow, startDatabaseClock } from '../../db/clock.ts'
import type { Deps } from '../../deps.ts'
import { type Env, readEnv } from '../../env.ts'
import { loopbackHost } from '../../http/address.ts'
import { createKeyring } from '../../keys.ts'
import { createLog } from '../../log.ts'
import { notifyInvalidation } from '../../nodes/invalidation.ts'
import { systemRandom } from '../../random.ts'
import type { CommandDeps } from './command-deps.ts'
import { openDatabase } from './open-database.ts'

export type Context = {
  /** With `transaction: 'one'` its `db` is the transaction. */
  deps: CommandDeps
  /** All dependencies: for actions that send messages, enqueue jobs or call a bank. */
  service: () => Promise<Deps>
  /** Who runs the command, for the audit log. */
  actor: string
  isDryRun: boolean
  /** A line of progress, where there is somebody to read it. */
  progress: (line: string) => void
  /** How much of a phase is done, from 0 to 1. */
  share: (phase: string, share: number) => void
}

export type Installation = Pick<Context, 'deps' | 'service'> & { stop: () => Promise<void> }

export async function openInstallation(
  env: Env = readEnv(),
  { isDryRun = false } = {},
): Promise<Installation> {
  setBrandName(readBrandName(env))
  const log = commandLog()
  const database = await openDatabase(env, log, isDryRun)
  try {
    const clock = await startDatabaseClock(database.pool, { log })
    const deps: CommandDeps = {
      env,
      db: database.db,
      now: clock.now,
      databaseNow,
      random: systemRandom,
      ...createKeyring(env),
      log,
      selfOrigin: () => `http://${loopbackHost(env.HOST)}:${env.PORT}`,
      invalidate: tags => notifyInvalidation(database.pool, tags),
    }
    return {
      deps,
      service: async () => (await import('./service-deps.ts')).serviceDeps(deps, database),
      stop: () => database.stop(),
    }
  } catch (error) {
    await database.stop()
    throw error
  }
}

export function commandLog(): Logger {
  return createLog('warn', pino.destination({ fd: 2, sync: true }))
}
