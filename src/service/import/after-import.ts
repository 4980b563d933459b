/** What an import does when all its lines are written. */
import { sql } from 'drizzle-orm'
import { databaseError } from '../db/errors.ts'
import type { Deps } from '../deps.ts'
import type { Summary } from './work.ts'

/** With more changes than this all pages are invalidated. */
export const TAGS_MAX = 100
/** From so many changes on the tables are analysed. */
const MANY = 100
const CANCELLED = '57014'

/**
 * Autovacuum analyses the tables within a minute. Until then the planner would assume an empty catalogue and scan without an
 * index, so the import analyses them itself.
 */
export async function analyseTables(
  { db }: Pick<Deps, 'db'>,
  { created, changed, removed }: Summary,
): Promise<void> {
  if (created + changed + removed < MANY) return
  for (const table of ['contents', 'artists', 'credits', 'video_files'])
    await db.execute(sql`vacuum (analyze) ${sql.identifier(table)}`).catch(error => {
      // The statement timeout: autovacuum will do it.
      if (databaseError(error)?.code !== CANCELLED) throw error
    })
}

export async function invalidatePages(
  { invalidate }: Pick<Deps, 'invalidate'>,
  /** Null: every page may be different. */
  changed: ReadonlySet<string> | null,
  { created, changed: again, removed }: Summary,
): Promise<void> {
  if (created + again + removed === 0) return
  const each = changed && changed.size <= TAGS_MAX ? [...changed].map(id => `content:${id}`) : ['*']
  await invalidate(['catalogue', ...each])
}
