import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { runAttached } from './child.mjs'
import { inside } from './paths.mjs'

const USAGE = `A migration needs a name in lower case, which says what it changes:

  npm run db:generate -- --name add_content_tagline`

const SNAPSHOTS = inside('src/service/platform/db/migrations/meta')

/** Writes the migration for the changed schema and returns the exit code of drizzle-kit, or 1 if the arguments give no name. */
export async function writeMigration(args) {
  if (!isMigrationNamed(args)) return 1
  const code = await runAttached([inside('node_modules/drizzle-kit/bin.cjs'), 'generate', ...args])
  if (code === 0) keepNewestSnapshot(SNAPSHOTS)
  return code
}

/** True if the arguments of db:generate name the migration; otherwise prints the usage. drizzle-kit would invent a name. */
export function isMigrationNamed(args, complain = console.error) {
  const text = args.join(' ')
  if (args.includes('--custom') || args.includes('--help')) return true
  if (/--name[ =][a-z][a-z0-9_]*(?= |$)/.test(text)) return true
  complain(USAGE)
  return false
}

/** Deletes the older pictures of the schema in a folder: drizzle-kit compares the schema with the newest one alone. */
export function keepNewestSnapshot(folder) {
  const older = readdirSync(folder)
    .filter(name => name.endsWith('_snapshot.json'))
    .sort()
    .slice(0, -1)
  for (const name of older) rmSync(join(folder, name))
}
