/** The order in which the site shows categories. */
import { eq } from 'drizzle-orm'
import { categories } from '../../platform/db/schema/catalogue.ts'
import type { Deps } from '../../platform/deps.ts'
import { bumpVersion } from '../titles/catalogue-cache.ts'
import { storedCategories } from './categories.ts'

/** Puts categories first in this order; the others follow as they are. Returns the keys that do not exist, and then changes nothing. */
export async function orderCategories(
  { db, invalidate }: Pick<Deps, 'db' | 'invalidate'>,
  keys: readonly string[],
): Promise<string[]> {
  const rows = await storedCategories(db)
  const unknown = keys.filter(name => !rows.some(({ key }) => key === name))
  if (unknown.length > 0) return unknown
  const first = [...new Set(keys)].flatMap(name => rows.filter(({ key }) => key === name))
  const ordered = [...first, ...rows.filter(row => !first.includes(row))]
  for (const [position, row] of ordered.entries())
    if (row.position !== position)
      await db.update(categories).set({ position }).where(eq(categories.id, row.id))
  await bumpVersion(db)
  // Menus of all pages list categories.
  await invalidate(['*'])
  return []
}
