/** Opens the database of a command and migrates it to the version of this program. */
import type { Logger } from 'pino'
import { isMigrated, migrate } from '../../../platform/db/migrate.ts'
import { connectDatabase, type RunningDatabase } from '../../../platform/db/start.ts'
import type { Env } from '../../../platform/env.ts'
import { errorLine } from '../../../platform/safe-error.ts'
import { StartError } from '../../../platform/start-error.ts'
import { NoDatabaseError, UsageError } from './errors.ts'
import { scratchDatabase } from './scratch-database.ts'

/** A dry run leaves no trace: it migrates nothing, and if there is no database yet it reads an empty temporary one. */
export async function openCommandDatabase(
  env: Env,
  log: Logger,
  isDryRun: boolean,
): Promise<RunningDatabase> {
  const scratch = await scratchDatabase(env, isDryRun)
  const settings = scratch ? { ...env, DATA_DIR: scratch.dataDir } : env
  const database = await connectDatabase(settings, log, { isReadOnly: isDryRun }).catch(
    async error => {
      await scratch?.remove()
      return rethrowNoDatabase(error)
    },
  )
  const stop = async () => {
    await database.stop()
    await scratch?.remove()
  }
  try {
    if (!isDryRun || scratch) await migrate(database.directUrl)
    else if (!(await isMigrated(database.pool).catch(() => false)))
      throw new UsageError(
        'The database is not at this version yet. Start the site once, then try again.',
      )
    return { ...database, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Turns an error of the driver or the server into a text for the terminal; a StartError already has one. */
export function rethrowNoDatabase(error: unknown): never {
  if (error instanceof StartError) throw error
  throw new NoDatabaseError(`The database cannot be used: ${errorLine(error)}`, { cause: error })
}
