/**
 * Moves the embedded database to the major version of PostgreSQL that this version of Pardeh has: a backup by the old programs is restored
 * by the new ones into a folder beside, which takes over at the end. The old folder stays as `pg-17`.
 */
import { existsSync } from 'node:fs'
import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { closeClient, connect } from '../db/connection.ts'
import { type Log, startEmbedded } from '../db/embedded.ts'
import { ENGINE_MAJOR, engineOf, isHalfUpgraded, UPGRADED } from '../db/engine.ts'
import { isRehearsal } from '../db/rehearsal.ts'
import { backUp } from './back-up.ts'
import { BackupError } from './backup-error.ts'
import type { Media } from './media.ts'
import { olderEngine } from './older-engine.ts'
import { readBackup } from './read-backup.ts'
import { restore } from './restore.ts'

export type EngineUpgrade = {
  dataDir: string
  /** The folder of the backup is made in it. */
  backups: string
  media: Media
  secret: string
  log: Log
  onShare?: (phase: string, share: number) => void
}
export type UpgradedEngine = { from: number; backup: string; rows: number }

/** The major version of DATA_DIR/pg, where it is an older one; null where nothing is to be done. */
export async function olderEngineOf(dataDir: string): Promise<number | null> {
  const major = await engineOf(join(dataDir, 'pg'))
  return major !== null && major < ENGINE_MAJOR ? major : null
}

/** Repeatable: until the new folder takes over, the old one is as it was. @throws BackupError, or StartError while a process uses it */
export async function upgradeEngine(options: EngineUpgrade): Promise<UpgradedEngine> {
  const { dataDir, log, onShare } = options
  const pg = join(dataDir, 'pg')
  const upgraded = join(dataDir, UPGRADED)
  const from = await olderEngineOf(dataDir)
  if (from === null) throw new BackupError('This database has the major version already.')
  const old = join(dataDir, `pg-${from}`)
  if (existsSync(old))
    throw new BackupError(
      `${old} of an earlier upgrade is in the way. Move it elsewhere, or remove it.`,
    )
  const programs = await olderEngine(from, join(dataDir, `postgres-${from}`))
  const server = await startEmbedded(dataDir, log, { engine: { programs, major: from } })
  const isLive = !(await rehearses(server.url))
  const made = await backUp({
    ...{ url: server.url, folder: { parent: options.backups, kind: 'upgrade' }, mediaMode: 'list' },
    ...{ media: options.media, secret: options.secret, onShare },
  }).finally(() => server.stop())
  const backup = await readBackup(made.folder, share => onShare?.('Verifying', share))
  await rm(upgraded, { recursive: true, force: true })
  const next = await startEmbedded(dataDir, log, { folder: UPGRADED })
  const target = { url: next.url, isReplacing: false, isLive }
  await restore({ ...target, backup, onShare }).finally(() => next.stop())
  await rename(pg, old)
  await rename(upgraded, pg)
  const rows = backup.manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  return { from, backup: made.folder, rows }
}

async function rehearses(url: string): Promise<boolean> {
  const client = await connect(url)
  return isRehearsal(client).finally(() => closeClient(client))
}

/** The second rename, where the first was the last that an upgrade did. @returns whether it was */
export async function finishRenaming(dataDir: string): Promise<boolean> {
  if (!isHalfUpgraded(dataDir)) return false
  await rename(join(dataDir, UPGRADED), join(dataDir, 'pg'))
  return true
}

/** The data folders and programs that upgrades left. */
export async function leftByUpgrades(dataDir: string): Promise<string[]> {
  const names = await readdir(dataDir).catch(() => [])
  return names.filter(name => /^(pg|postgres)-\d+$/.test(name)).map(name => join(dataDir, name))
}
