/**
 * Backups in one folder: `pardeh-2026-11-25T10-00-00Z` from the schedule, `manual-…` and `upgrade-…` from commands. Only scheduled ones are
 * pruned.
 */
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { CHECKSUMS } from './manifest.ts'

const NAME = /^pardeh-(\d{4}-\d{2}-\d{2}T)(\d{2})-(\d{2})-(\d{2}Z)$/
const PARTIAL = /^(pardeh|manual|upgrade)-[\dTZ-]+\.partial$/

export type BackupKind = 'pardeh' | 'manual' | 'upgrade'

export function backupName(at: Date, kind: BackupKind): string {
  return `${kind}-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z`
}

export type StoredBackup = { folder: string; at: Date }

/** Returns the complete scheduled backups, newest first. */
export async function listBackups(parent: string): Promise<StoredBackup[]> {
  const names = (await namesIn(parent)).toSorted().toReversed()
  const found: StoredBackup[] = []
  for (const name of names) {
    const [, day, hour, minute, second] = NAME.exec(name) ?? []
    const folder = join(parent, name)
    const isWhole = day && (await namesIn(folder)).includes(CHECKSUMS)
    if (isWhole) found.push({ folder, at: new Date(`${day}${hour}:${minute}:${second}`) })
  }
  return found
}

/** Removes the files of interrupted backups. Call it only while no other backup can run. */
export async function removePartialBackups(parent: string): Promise<void> {
  for (const name of await namesIn(parent))
    if (PARTIAL.test(name)) await rm(join(parent, name), { recursive: true, force: true })
}

/** Removes all scheduled backups except the newest `count`. Returns the removed folders. */
export async function pruneBackups(parent: string, count: number): Promise<string[]> {
  const removed = (await listBackups(parent)).slice(count).map(({ folder }) => folder)
  for (const folder of removed) await rm(folder, { recursive: true, force: true })
  return removed
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => [])
}
