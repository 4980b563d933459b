/**
 * Moves the embedded database to the PostgreSQL version of this Pardeh. The old programs make a backup, the new ones restore it into a
 * second folder, which then replaces the first. The old folder stays as `pg-17`.
 */
import { existsSync } from 'node:fs'
import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { closeClient, openConnection } from '../../platform/db/connection.ts'
import { type Log, startEmbedded } from '../../platform/db/embedded.ts'
import { ENGINE_MAJOR, engineVersion, isHalfUpgraded, UPGRADED } from '../../platform/db/engine.ts'
import { isRehearsal } from '../../platform/db/rehearsal.ts'
import { backUp } from './back-up.ts'
import { BackupError } from './backup-error.ts'
import type { Media } from './media.ts'
import { installOlderEngine } from './older-engine.ts'
import { readBackup } from './read-backup.ts'
import { restoreBackup } from './restore.ts'

export type EngineUpgrade = {
  dataDir: string
  /** Parent of the backup's folder. */
  backups: string
  media: Media
  secret: string
  log: Log
  onShare?: (phase: string, share: number) => void
}
export type UpgradedEngine = { from: number; backup: string; rows: number }

/** Returns the major version of DATA_DIR/pg if it is an older one, otherwise null. */
export async function olderEngineOf(dataDir: string): Promise<number | null> {
  const major = await engineVersion(join(dataDir, 'pg'))
  return major !== null && major < ENGINE_MAJOR ? major : null
}

/**
 * Can be repeated: the old folder is unchanged until the new one replaces it. @throws BackupError, or StartError while a process uses the
 * folder
 */
export async function upgradeEngine(options: EngineUpgrade): Promise<UpgradedEngine> {
  const { dataDir, log, onShare } = options
  const pg = join(dataDir, 'pg')
  const upgraded = join(dataDir, UPGRADED)
  const from = await olderEngineOf(dataDir)
  if (from === null) throw new BackupError('This database already has the current major version.')
  const old = join(dataDir, `pg-${from}`)
  if (existsSync(old))
    throw new BackupError(
      `${old} of an earlier upgrade still exists. Move it elsewhere, or remove it.`,
    )
  const programs = await installOlderEngine(from, join(dataDir, `postgres-${from}`))
  const server = await startEmbedded(dataDir, log, { engine: { programs, major: from } })
  const isLive = !(await rehearses(server.url))
  const made = await backUp({
    url: server.url,
    folder: { parent: options.backups, kind: 'upgrade' },
    mediaMode: 'list',
    media: options.media,
    secret: options.secret,
    onShare,
  }).finally(() => server.stop())
  const backup = await readBackup(made.folder, share => onShare?.('Verifying', share))
  await rm(upgraded, { recursive: true, force: true })
  const next = await startEmbedded(dataDir, log, { folder: UPGRADED })
  const target = { url: next.url, isReplacing: false, isLive }
  await restoreBackup({ ...target, backup, onShare }).finally(() => next.stop())
  await rename(pg, old)
  await rename(upgraded, pg)
  const rows = backup.manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  return { from, backup: made.folder, rows }
}

async function rehearses(url: string): Promise<boolean> {
  const client = await openConnection(url)
  return isRehearsal(client).finally(() => closeClient(client))
}

/** Repeats the second rename if an upgrade was interrupted after the first. Returns true if it did. */
export async function finishRenaming(dataDir: string): Promise<boolean> {
  if (!isHalfUpgraded(dataDir)) return false
  await rename(join(dataDir, UPGRADED), join(dataDir, 'pg'))
  return true
}

/** Lists the data folders and programs that earlier upgrades left. */
export async function listUpgradeRemains(dataDir: string): Promise<string[]> {
  const names = await readdir(dataDir).catch(() => [])
  return names.filter(name => /^(pg|postgres)-\d+$/.test(name)).map(name => join(dataDir, name))
}
