/** The environment of an action: opened when the action starts, closed when it ends. */
import pino, { type Logger } from 'pino'
import { setBrandName } from '#src/lib/i18n/brand-name.ts'
import { readBrandName } from '../../../platform/brand/read-brand.ts'
import { databaseNow, startDatabaseClock } from '../../../platform/db/clock.ts'
import type { Deps } from '../../../platform/deps.ts'
import { type Env, readEnv } from '../../../platform/env.ts'
import { loopbackHost } from '../../../platform/http/address.ts'
import { createKeyring } from '../../../platform/keys.ts'
import { createLog } from '../../../platform/log.ts'
import { notifyInvalidation } from '../../../platform/nodes/invalidation.ts'
import { systemRandom } from '../../../platform/random.ts'
import type { CommandDeps } from './command-deps.ts'
import { openCommandDatabase } from './open-database.ts'
import type { Progress } from './progress.ts'

export type Context = {
  /** The database is the transaction if the action has `transaction: 'one'`. */
  deps: CommandDeps
  /** All dependencies, for actions that send messages, enqueue jobs or call a bank. */
  service: () => Promise<Deps>
  /** The name of the operator, for the audit log. */
  actor: string
  isDryRun: boolean
  progress: Progress
}

export type Installation = Pick<Context, 'deps' | 'service'> & { stop: () => Promise<void> }

export async function openInstallation(
  given?: Env,
  { isDryRun = false } = {},
): Promise<Installation> {
  const env = given ?? readEnv(undefined, { isReadOnly: isDryRun })
  setBrandName(readBrandName(env))
  const log = commandLog()
  const database = await openCommandDatabase(env, log, isDryRun)
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
      stop: () => {
        clock.stop()
        return database.stop()
      },
    }
  } catch (error) {
    await database.stop()
    throw error
  }
}

export function commandLog(): Logger {
  return createLog('warn', pino.destination({ fd: 2, sync: true }))
}
