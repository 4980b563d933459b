/** Final steps of an import, after all lines are written. */
import { sql } from 'drizzle-orm'
import { databaseError } from '../../platform/db/errors.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Summary } from './work.ts'

/** Maximum number of changes for which single pages are invalidated; above it, all pages are. */
export const TAGS_MAX = 100
/** The tables are analysed after at least this many changes. */
const MANY = 100
const CANCELLED = '57014'

/**
 * Updates the planner's statistics. Autovacuum would do so within a minute, but until then the planner would assume an
 * empty catalogue and scan without an index.
 */
export async function analyseTables(
  { db }: Pick<Deps, 'db'>,
  { created, changed, removed }: Summary,
): Promise<void> {
  if (created + changed + removed < MANY) return
  for (const table of ['contents', 'artists', 'credits', 'video_files'])
    await db.execute(sql`vacuum (analyze) ${sql.identifier(table)}`).catch(error => {
      // Autovacuum will analyse the tables later if the statement times out.
      if (databaseError(error)?.code !== CANCELLED) throw error
    })
}

export async function invalidateImportedPages(
  { invalidate }: Pick<Deps, 'invalidate'>,
  /** Null means that every page may have changed. */
  changed: ReadonlySet<string> | null,
  { created, changed: again, removed }: Summary,
): Promise<void> {
  if (created + again + removed === 0) return
  const each = changed && changed.size <= TAGS_MAX ? [...changed].map(id => `content:${id}`) : ['*']
  await invalidate(['catalogue', ...each])
}
