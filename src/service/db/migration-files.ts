/** The migrations of this code: SQL files in the order of drizzle-kit's journal, with markers in their first lines. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PROJECT_ROOT } from '../project-root.ts'
import { StartError } from '../start-error.ts'

export const MIGRATIONS = join(PROJECT_ROOT, 'src/service/db/migrations')

export type Migration = {
  tag: string
  hash: string
  statements: string[]
  /** The newest migration that a node must know to run on the database after this one; null when any older node may. */
  needs: string | null
  /** Its statements build or drop indexes concurrently, each by itself. */
  isConcurrent: boolean
}

/** `-- needs: 0011_add_tagline` on a line of its own. */
const NEEDS = /^-- needs: (\w+)$/m
const CONCURRENTLY = /^-- concurrently$/m
/** Safe to run again after a failure. */
const REPEATABLE =
  /^(create (unique )?index concurrently if not exists|drop index concurrently if exists)\s/i

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

export function parseMigration(tag: string, text: string): Migration {
  const hash = createHash('sha256').update(text).digest('hex')
  const statements = text.split('--> statement-breakpoint')
  const isConcurrent = CONCURRENTLY.test(text)
  const other = isConcurrent && statements.map(withoutComments).find(sql => !REPEATABLE.test(sql))
  if (other) {
    throw new StartError(
      `The migration ${tag} is marked "-- concurrently" and may only hold "create index concurrently if not exists" ` +
        `and "drop index concurrently if exists", not: ${other.slice(0, 200)}`,
    )
  }
  return { tag, hash, statements, needs: NEEDS.exec(text)?.[1] ?? null, isConcurrent }
}

export function withoutComments(statement: string): string {
  return statement.replace(/^--.*$/gm, '').trim()
}
