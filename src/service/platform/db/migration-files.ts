/** The migrations of this code: SQL files in the order of drizzle-kit's journal, with markers in their first lines. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PROJECT_ROOT } from '../project-root.ts'
import { StartError } from '../start-error.ts'

export const MIGRATIONS = join(PROJECT_ROOT, 'src/service/platform/db/migrations')

export type Migration = {
  tag: string
  hash: string
  statements: string[]
  /** Oldest migration that a node must know to run on the database after this one; null if older nodes may run. */
  needs: string | null
  /** True if its statements create or drop indexes concurrently, each outside a transaction. */
  isConcurrent: boolean
}

/** Matches a line such as `-- needs: 0011_add_tagline`. */
const NEEDS = /^-- needs: (\w+)$/m
const CONCURRENTLY = /^-- concurrently$/m
/** Statements that are safe to run again after a failure. */
const REPEATABLE =
  /^(create (unique )?index concurrently if not exists|drop index concurrently if exists)\s/i

/** Reads all migrations, oldest first. */
export async function readMigrations(folder = MIGRATIONS): Promise<Migration[]> {
  const journal: { entries: { tag: string }[] } = JSON.parse(
    await readFile(join(folder, 'meta', '_journal.json'), 'utf8'),
  )
  return Promise.all(
    journal.entries.map(async ({ tag }) =>
      parseMigration(tag, await readFile(join(folder, `${tag}.sql`), 'utf8')),
    ),
  )
}

/** Parses a migration file. @throws StartError if a concurrent migration has a statement that cannot be repeated */
export function parseMigration(tag: string, text: string): Migration {
  const hash = createHash('sha256').update(text).digest('hex')
  const statements = text.split('--> statement-breakpoint')
  const isConcurrent = CONCURRENTLY.test(text)
  const other = isConcurrent && statements.map(withoutComments).find(sql => !REPEATABLE.test(sql))
  if (other) {
    throw new StartError(
      `The migration ${tag} is marked "-- concurrently", so it may only contain "create index concurrently if not exists" ` +
        `and "drop index concurrently if exists", not: ${other.slice(0, 200)}`,
    )
  }
  return { tag, hash, statements, needs: NEEDS.exec(text)?.[1] ?? null, isConcurrent }
}

/** Returns a statement without its comment lines. */
export function withoutComments(statement: string): string {
  return statement.replace(/^--.*$/gm, '').trim()
}
