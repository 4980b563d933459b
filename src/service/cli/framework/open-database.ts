/** The database of a command, at the version of this program. */
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { isMigrated, migrate } from '../../db/migrate.ts'
import { connectDatabase, type RunningDatabase } from '../../db/start.ts'
import type { Env } from '../../env.ts'
import { onStopSignal } from '../../stop-signals.ts'
import { UsageError } from './errors.ts'

/** A dry run leaves no trace: it migrates nothing, and where there is no database yet it reads an empty one that is thrown away. */
export async function openDatabase(
  env: Env,
  log: Logger,
  isDryRun: boolean,
): Promise<RunningDatabase> {
  const isThere = env.DATABASE_URL || existsSync(join(env.DATA_DIR, 'pg', 'PG_VERSION'))
  const scratch = isDryRun && !isThere ? await mkdtemp(join(tmpdir(), 'pardeh-dry-run-')) : null
  const removeScratch = async () => {
    if (scratch) await rm(scratch, { recursive: true, force: true })
    return undefined
  }
  const forget = scratch ? onStopSignal(removeScratch) : () => undefined
  const database = await connectDatabase(scratch ? { ...env, DATA_DIR: scratch } : env, log)
  const stop = async () => {
    await database.stop()
    await removeScratch()
    forget()
  }
  try {
    if (!isDryRun || scratch) await migrate(database.directUrl)
    else if (!(await isMigrated(database.pool).catch(() => false)))
      throw new UsageError(
        'The database is not at this version yet: start the site once, then try again.',
      )
    return { ...database, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
