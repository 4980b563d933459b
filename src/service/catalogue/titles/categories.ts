import { asc } from 'drizzle-orm'
import type { Language } from '#src/contract/fields.ts'
import type { Category } from '#src/contract/pages.ts'
import { translatedText } from '../../platform/db/localized.ts'
import { categories } from '../../platform/db/schema/catalogue.ts'
import type { Deps } from '../../platform/deps.ts'
import { cachedPerVersion } from './catalogue-cache.ts'
import { picturesBase, toPicture } from './picture.ts'

export type CategoryRow = typeof categories.$inferSelect

export function allCategories(deps: Deps): Promise<CategoryRow[]> {
  return cachedPerVersion(deps, 'categories', () =>
    deps.db.select().from(categories).orderBy(asc(categories.position), asc(categories.id)),
  )
}

export function categoriesById(deps: Deps): Promise<ReadonlyMap<string, CategoryRow>> {
  return cachedPerVersion(deps, 'categories by id', async () => {
    const rows = await allCategories(deps)
    return new Map(rows.map(row => [row.id, row]))
  })
}

/**
 * Finds a category by id or by key (`drama`), ignoring case: links to listings are lower-cased on the way (spec §2).
 */
export function findCategory(rows: readonly CategoryRow[], name: string): CategoryRow | undefined {
  const requested = name.toLowerCase()
  return (
    rows.find(row => row.id.toLowerCase() === requested) ?? rows.find(row => row.key === requested)
  )
}

export function toCategory(
  deps: Deps,
  row: CategoryRow,
  count: number,
  language: Language,
): Category {
  return {
    id: row.id,
    short_id: row.id,
    slug: translatedText(row, 'slug', language),
    type: row.type,
    title: translatedText(row, 'title', language),
    image: toPicture(row.imagePath, row.imageColour, picturesBase(deps.env)),
    count,
  }
}
