import { sql } from 'drizzle-orm'
import { isListedWithinAge } from '../../accounts/access/age-rating.ts'
import { contents, isListedTitle } from '../../platform/db/schema/contents.ts'
import type { Deps } from '../../platform/deps.ts'
import { cachedPerVersion } from './catalogue-cache.ts'

/** Returns the number of titles in each category for this maxAge. */
export function categoryCounts(deps: Deps, maxAge: number | null): Promise<Map<string, number>> {
  return cachedPerVersion(deps, `category counts ${maxAge}`, async () => {
    const { rows } = await deps.db.execute<{ id: string; count: number }>(
      sql`select kind as id, count(*)::int as count from ${contents}, unnest(${contents.categoryIds}) as kind
        where ${isListedTitle(contents)} and ${isListedWithinAge(maxAge) ?? sql`true`} group by kind`,
    )
    return new Map(rows.map(({ id, count }) => [id, count]))
  })
}
