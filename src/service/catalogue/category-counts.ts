import { and, eq, sql } from 'drizzle-orm'
import type { Language } from '#src/contract/fields.ts'
import type { Category } from '#src/contract/pages.ts'
import { contentCategories, contents, listed } from '../db/schema/catalogue.ts'
import type { Deps } from '../deps.ts'
import { withinBand } from './card.queries.ts'
import { allCategories, toCategory } from './categories.ts'
import { oncePerVersion } from './version.ts'

/** How many titles each category has, for this band. */
export function categoryCounts(deps: Deps, band: number | null): Promise<Map<string, number>> {
  return oncePerVersion(deps, `category counts ${band}`, async () => {
    const rows = await deps.db
      .select({ id: contentCategories.categoryId, count: sql<number>`count(*)::int` })
      .from(contentCategories)
      .innerJoin(contents, eq(contents.id, contentCategories.contentId))
      .where(and(listed(contents), withinBand(band)))
      .groupBy(contentCategories.categoryId)
    return new Map(rows.map(({ id, count }) => [id, count]))
  })
}

/** Listed categories in their order. */
export async function categoriesWithCount(
  deps: Deps,
  language: Language,
  band: number | null,
): Promise<Category[]> {
  const [rows, counts] = await Promise.all([allCategories(deps), categoryCounts(deps, band)])
  return rows
    .filter(({ isListed }) => isListed)
    .map(row => toCategory(deps, row, counts.get(row.id) ?? 0, language))
}
