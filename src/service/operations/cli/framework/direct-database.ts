/** The database of a command that neither migrates it nor keeps connections to it. `url` is that of the server itself, not of a pooler. */

import { connectEmbedded } from '../../../platform/db/embedded.ts'
import { isMigrated } from '../../../platform/db/migrate.ts'
import { openDatabasePool } from '../../../platform/db/open.ts'
import type { Env } from '../../../platform/env.ts'
import { onStopSignal } from '../../../platform/stop-signals.ts'
import { type AuditEntry, recordAudit } from '../../audit/audit.ts'
import { commandLog } from './context.ts'
import { rethrowNoDatabase } from './open-database.ts'
import { scratchDatabase } from './scratch-database.ts'

export type DirectDatabase = { url: string; stop: () => Promise<void> }

/** @throws StartError if the server cannot be used */
export async function openDirectDatabase(
  env: Env,
  { isDryRun = false } = {},
): Promise<DirectDatabase> {
  const scratch = await scratchDatabase(env, isDryRun)
  const dataDir = scratch?.dataDir ?? env.DATA_DIR
  const starting = env.DATABASE_URL ? null : connectEmbedded(dataDir, commandLog())
  const stopServer = async () => {
    const server = await starting?.catch(() => null)
    await server?.stop()
    return undefined
  }
  const forget = onStopSignal(stopServer)
  const stop = async () => {
    await stopServer()
    await scratch?.remove()
    forget()
  }
  try {
    const url = env.DATABASE_DIRECT_URL ?? env.DATABASE_URL ?? (await starting)?.url ?? ''
    const checked = await openDatabasePool(url, { size: 1 }).catch(rethrowNoDatabase)
    await checked.close()
    return { url, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Writes a line of the audit log if the database has the tables of this version. */
export async function auditDirectly(url: string, entry: AuditEntry): Promise<void> {
  const { db, pool, close } = await openDatabasePool(url, { size: 1 })
  try {
    if (await isMigrated(pool)) await recordAudit(db, entry)
  } finally {
    await close()
  }
}
