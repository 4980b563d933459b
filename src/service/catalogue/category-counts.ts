import { sql } from 'drizzle-orm'
import type { Language } from '#src/contract/fields.ts'
import type { Category } from '#src/contract/pages.ts'
import { listedWithinAge } from '../access/age-rating.ts'
import { contents, listed } from '../db/schema/contents.ts'
import type { Deps } from '../deps.ts'
import { allCategories, toCategory } from './categories.ts'
import { cachedPerVersion } from './version-cache.ts'

/** How many titles each category has, for this maxAge. */
export function categoryCounts(deps: Deps, maxAge: number | null): Promise<Map<string, number>> {
  return cachedPerVersion(deps, `category counts ${maxAge}`, async () => {
    const { rows } = await deps.db.execute<{ id: string; count: number }>(
      sql`select kind as id, count(*)::int as count from ${contents}, unnest(${contents.categoryIds}) as kind
        where ${listed(contents)} and ${listedWithinAge(maxAge) ?? sql`true`} group by kind`,
    )
    return new Map(rows.map(({ id, count }) => [id, count]))
  })
}

/** Listed categories in their order. */
export async function categoriesWithCount(
  deps: Deps,
  language: Language,
  maxAge: number | null,
): Promise<Category[]> {
  const [rows, counts] = await Promise.all([allCategories(deps), categoryCounts(deps, maxAge)])
  return rows
    .filter(({ isListed }) => isListed)
    .map(row => toCategory(deps, row, counts.get(row.id) ?? 0, language))
}
