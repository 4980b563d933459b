/** The database of a command that neither migrates it nor keeps connections to it: `url` is of the server itself. */
import { type AuditEntry, recordAudit } from '../../audit/audit.ts'
import { connectEmbedded } from '../../db/embedded.ts'
import { isMigrated } from '../../db/migrate.ts'
import { openDatabase } from '../../db/open.ts'
import type { Env } from '../../env.ts'
import { onStopSignal } from '../../stop-signals.ts'
import { commandLog } from './context.ts'

export type DirectDatabase = { url: string; stop: () => Promise<void> }

/** @throws StartError where the server cannot be used */
export async function openDirectDatabase(env: Env): Promise<DirectDatabase> {
  const starting = env.DATABASE_URL ? null : connectEmbedded(env.DATA_DIR, commandLog())
  const stopServer = async () => {
    const server = await starting?.catch(() => null)
    await server?.stop()
    return undefined
  }
  const forget = onStopSignal(stopServer)
  const stop = async () => {
    await stopServer()
    forget()
  }
  try {
    const url = env.DATABASE_DIRECT_URL ?? env.DATABASE_URL ?? (await starting)?.url ?? ''
    const checked = await openDatabase(url, { size: 1 })
    await checked.close()
    return { url, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** A line of the audit log, where the database has the tables of this version. */
export async function auditDirectly(url: string, entry: AuditEntry): Promise<void> {
  const { db, pool, close } = await openDatabase(url, { size: 1 })
  try {
    if (await isMigrated(pool)) await recordAudit(db, entry)
  } finally {
    await close()
  }
}
