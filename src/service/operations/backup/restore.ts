/** Restores a backup into an empty database: first its schema, then its rows in one transaction, then the migrations since the backup. */
import type pg from 'pg'
import { tryAdvisoryLock } from '../../platform/db/advisory-locks.ts'
import { closeClient, openConnection } from '../../platform/db/connection.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { createQueueTables, JOBS_SCHEMA } from '../../platform/jobs/queue-tables.ts'
import { BackupError } from './backup-error.ts'
import { loadBackup } from './load.ts'
import type { Backup } from './read-backup.ts'
import { emptyTarget, inspectTarget, requireUnusedTarget } from './target.ts'

export type RestoreOptions = {
  /** URL of the server itself, not of a pooler. */
  url: string
  backup: Backup
  /** If true, existing rows of the database are deleted. */
  isReplacing: boolean
  /** If true, nodes run jobs on the restored database; otherwise only after `./pardeh restore --go-live`. */
  isLive: boolean
  isDryRun?: boolean
  /** True if nodes reach the database through a pooler, which holds connections after the nodes have stopped. */
  hasPooler?: boolean
  /** Called with the name of the database before anything is written. */
  onTarget?: (target: string) => void
  onShare?: (phase: string, share: number) => void
}
export type RestoreResult = {
  /** Tables that had rows. */
  replaced: string[]
  /** Migrations that ran after the rows were loaded. */
  migrated: string[]
  wasInterrupted: boolean
}

/** @throws BackupError if the database is in use, or has rows and `isReplacing` is false */
export async function restoreBackup(options: RestoreOptions): Promise<RestoreResult> {
  const { url, backup, isDryRun, onShare } = options
  const client = await openConnection(url, { query_timeout: 0, application_name: 'pardeh restore' })
  try {
    await client.query('set statement_timeout = 0; set lock_timeout = 0')
    await client.query('set idle_in_transaction_session_timeout = 0')
    options.onTarget?.(nameOf(client))
    await takeLock(client)
    await requireUnusedTarget(client, options.hasPooler)
    const { filled, isInterrupted } = await inspectTarget(client)
    const result = { replaced: isInterrupted ? [] : filled, wasInterrupted: isInterrupted }
    if (isDryRun) return { ...result, migrated: [] }
    if (result.replaced.length > 0 && !options.isReplacing) {
      throw new BackupError(
        `The database ${nameOf(client)} has data (${sample(filled)}). Nothing was changed. Add --yes to delete all data before the restore, ` +
          'or name another database.',
      )
    }
    await emptyTarget(client, backup.folder)
    await migrate(url, { only: backup.manifest.migrations.map(({ tag }) => tag) })
    if (backup.manifest.tables.some(({ schema }) => schema === JOBS_SCHEMA))
      await createQueueTables(client)
    await loadBackup(client, backup, {
      isLive: options.isLive,
      onShare: share => onShare?.('Rows', share),
    })
    onShare?.('Rows', 1)
    const migrated = await migrate(url)
    await client.query('analyze')
    return { ...result, migrated }
  } finally {
    await closeClient(client)
  }
}

/** Returns a name such as `pardeh on db.internal:5432`. */
function nameOf({ database, host, port }: pg.Client): string {
  return `${database} on ${host}:${port}`
}

async function takeLock(client: pg.Client): Promise<void> {
  if (!(await tryAdvisoryLock(client, 'restore')))
    throw new BackupError('Another restore into this database is running.')
}

function sample(tables: readonly string[]): string {
  const shown = tables.slice(0, 4).join(', ')
  return tables.length > 4 ? `${shown} and ${tables.length - 4} more tables` : shown
}
