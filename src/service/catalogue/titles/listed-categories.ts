/** The categories of pages: for a child those that have titles for its age, under names that children use. */
import type { Language } from '#src/contract/fields.ts'
import type { Category } from '#src/contract/pages.ts'
import { translations } from '#src/lib/i18n/i18n.ts'
import type { Key } from '#src/lib/i18n/keys.ts'
import { translationsToColumns } from '../../platform/db/localized.ts'
import type { Deps } from '../../platform/deps.ts'
import { allCategories, type CategoryRow, toCategory } from './categories.ts'
import { categoryCounts } from './category-counts.ts'

/** Age up to which children get the choice and the names of this file. */
const YOUNG_MAX = 12
/** Genres whose subjects are not for children, even if a film of theirs is. */
const GROWN_UP = new Set(['biography', 'crime', 'drama', 'horror', 'romance', 'thriller', 'war'])
/** Names of genres for children, by their keys. Any other genre has its usual name. */
const NAMES: Readonly<Record<string, Key<'catalogue'>>> = {
  adventure: 'catalogue.kids.genre.adventure',
  animation: 'catalogue.kids.genre.animation',
  comedy: 'catalogue.kids.genre.comedy',
  documentary: 'catalogue.kids.genre.documentary',
  family: 'catalogue.kids.genre.family',
  fantasy: 'catalogue.kids.genre.fantasy',
  history: 'catalogue.kids.genre.history',
  musical: 'catalogue.kids.genre.musical',
  mystery: 'catalogue.kids.genre.mystery',
  scifi: 'catalogue.kids.genre.scifi',
}

/** Returns the listed categories in order. @param maxAge null for adults */
export async function listedCategories(deps: Deps, maxAge: number | null): Promise<CategoryRow[]> {
  const listed = (await allCategories(deps)).filter(({ isListed }) => isListed)
  if (maxAge === null) return listed
  const counts = await categoryCounts(deps, maxAge)
  const filled = listed.filter(({ id }) => counts.has(id))
  if (maxAge > YOUNG_MAX) return filled
  return filled.filter(isForChildren).map(row => withNameForAge(row, maxAge))
}

function isForChildren({ type, key }: CategoryRow): boolean {
  return type !== 'genre' || !GROWN_UP.has(key)
}

/** Returns the category under the name that viewers of this age understand. @param maxAge null for adults */
export function withNameForAge(row: CategoryRow, maxAge: number | null): CategoryRow {
  if (maxAge === null || maxAge > YOUNG_MAX) return row
  const name = row.type === 'genre' && Object.hasOwn(NAMES, row.key) ? NAMES[row.key] : undefined
  return name ? { ...row, ...translationsToColumns('title', translations(name)) } : row
}

/** Returns the listed categories in order, with the number of their titles. */
export async function categoriesWithCount(
  deps: Deps,
  language: Language,
  maxAge: number | null,
): Promise<Category[]> {
  const [rows, counts] = await Promise.all([
    listedCategories(deps, maxAge),
    categoryCounts(deps, maxAge),
  ])
  return rows.map(row => toCategory(deps, row, counts.get(row.id) ?? 0, language))
}
