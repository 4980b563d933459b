/**
 * Backups with names of their own below one folder: `pardeh-2026-11-25T10-00-00Z` by the clock, `manual-…` and `upgrade-…` by commands.
 * Only those by the clock are removed again.
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

/** The whole ones by the clock, the newest first. */
export async function storedBackups(parent: string): Promise<StoredBackup[]> {
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

/** Removes what interrupted backups left. Call it while no other one can run. */
export async function removePartial(parent: string): Promise<void> {
  for (const name of await namesIn(parent))
    if (PARTIAL.test(name)) await rm(join(parent, name), { recursive: true, force: true })
}

/** Removes all by the clock but the newest `count`. @returns the folders */
export async function pruneBackups(parent: string, count: number): Promise<string[]> {
  const removed = (await storedBackups(parent)).slice(count).map(({ folder }) => folder)
  for (const folder of removed) await rm(folder, { recursive: true, force: true })
  return removed
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => [])
}
