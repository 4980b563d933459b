/** Restores a backup into an empty database: its schema first, then its rows in one transaction, then the migrations since. */
import type pg from 'pg'
import { ADVISORY_LOCKS } from '../db/advisory-locks.ts'
import { closeClient, connect } from '../db/connection.ts'
import { migrate } from '../db/migrate.ts'
import { createQueueTables, JOBS_SCHEMA } from '../jobs/queue-tables.ts'
import { BackupError } from './backup-error.ts'
import { load } from './load.ts'
import type { Backup } from './read-backup.ts'
import { checkUnused, emptyTarget, inspectTarget } from './target.ts'

export type RestoreOptions = {
  /** The server itself, without a pooler. */
  url: string
  backup: Backup
  /** The rows of the database are replaced. */
  isReplacing: boolean
  /** Nodes that start on it run their jobs. Without it they do not, until `npm run restore -- --go-live`. */
  isLive: boolean
  isDryRun?: boolean
  /** Nodes, or the command, reach the database through a pooler, which holds connections when they are gone. */
  hasPooler?: boolean
  /** Is told where the rows go, before anything is written. */
  onTarget?: (target: string) => void
  onShare?: (phase: string, share: number) => void
}
export type RestoreResult = {
  /** Tables that had rows before. */
  replaced: string[]
  /** Migrations since the backup. */
  migrated: string[]
  wasInterrupted: boolean
}

/** @throws BackupError where the database is in use, or has rows that are not to be replaced */
export async function restore(options: RestoreOptions): Promise<RestoreResult> {
  const { url, backup, isDryRun, onShare } = options
  const client = await connect(url, { query_timeout: 0, application_name: 'pardeh restore' })
  try {
    await client.query('set statement_timeout = 0; set lock_timeout = 0')
    await client.query('set idle_in_transaction_session_timeout = 0')
    options.onTarget?.(nameOf(client))
    await takeLock(client)
    await checkUnused(client, options.hasPooler)
    const { filled, isInterrupted } = await inspectTarget(client)
    const result = { replaced: isInterrupted ? [] : filled, wasInterrupted: isInterrupted }
    if (isDryRun) return { ...result, migrated: [] }
    if (result.replaced.length > 0 && !options.isReplacing) {
      throw new BackupError(
        `The database ${nameOf(client)} has data (${sample(filled)}). Add --yes to delete all of it and restore the backup instead, ` +
          'or name another database. Nothing was changed.',
      )
    }
    await emptyTarget(client, backup.folder)
    await migrate(url, { only: backup.manifest.migrations.map(({ tag }) => tag) })
    if (backup.manifest.tables.some(({ schema }) => schema === JOBS_SCHEMA))
      await createQueueTables(client)
    await load(client, backup, {
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

/** Such as `pardeh on db.internal:5432`. */
function nameOf({ database, host, port }: pg.Client): string {
  return `${database} on ${host}:${port}`
}

async function takeLock(client: pg.Client): Promise<void> {
  const { rows } = await client.query('select pg_try_advisory_lock($1) as taken', [
    ADVISORY_LOCKS.restore,
  ])
  if (!rows[0].taken) throw new BackupError('Another restore into this database is running.')
}

function sample(tables: readonly string[]): string {
  const shown = tables.slice(0, 4).join(', ')
  return tables.length > 4 ? `${shown} and ${tables.length - 4} more tables` : shown
}
