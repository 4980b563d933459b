/** Backups with names of their own below one folder: pardeh-2026-11-25T10-00-00Z. */
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { CHECKSUMS } from './manifest.ts'

const NAME = /^pardeh-(\d{4}-\d{2}-\d{2}T)(\d{2})-(\d{2})-(\d{2}Z)$/
const PARTIAL = /^pardeh-[\dTZ-]+\.partial$/

export function backupName(at: Date): string {
  return `pardeh-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z`
}

export type StoredBackup = { folder: string; at: Date }

/** The whole ones, the newest first. */
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

/** Removes all but the newest `count`, and what was interrupted. @returns the folders */
export async function pruneBackups(parent: string, count: number): Promise<string[]> {
  const old = (await storedBackups(parent)).slice(count).map(({ folder }) => folder)
  const partial = (await namesIn(parent))
    .filter(name => PARTIAL.test(name))
    .map(name => join(parent, name))
  const removed = [...old, ...partial]
  for (const folder of removed) await rm(folder, { recursive: true, force: true })
  return removed
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => [])
}
