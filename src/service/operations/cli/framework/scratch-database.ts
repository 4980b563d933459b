/** The database folder of a dry run: if there is no database yet, an empty one that is deleted afterwards. */
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isHalfUpgraded } from '../../../platform/db/engine.ts'
import type { Env } from '../../../platform/env.ts'
import { onStopSignal } from '../../../platform/stop-signals.ts'

export type ScratchDatabase = {
  /** Replaces DATA_DIR when the database starts. */
  dataDir: string
  /** Deletes the folder. */
  remove: () => Promise<void>
}

/** Returns null if the database exists or the command may create it. The folder is also deleted on a stop signal. */
export async function scratchDatabase(
  env: Env,
  isDryRun: boolean,
): Promise<ScratchDatabase | null> {
  const { DATABASE_URL, DATA_DIR } = env
  const hasDatabase =
    DATABASE_URL || existsSync(join(DATA_DIR, 'pg', 'PG_VERSION')) || isHalfUpgraded(DATA_DIR)
  if (!isDryRun || hasDatabase) return null
  const dataDir = await mkdtemp(join(tmpdir(), 'pardeh-dry-run-'))
  const removeFolder = async () => {
    await rm(dataDir, { recursive: true, force: true })
    return undefined
  }
  const forget = onStopSignal(removeFolder)
  return {
    dataDir,
    remove: async () => {
      await removeFolder()
      forget()
    },
  }
}
