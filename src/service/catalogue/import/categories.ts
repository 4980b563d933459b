/** Genres and collections by the names that titles use, and the categories of a title. */
import { asc } from 'drizzle-orm'
import type { ImportTitle } from '#src/contract/import.ts'
import type { CATEGORY_TYPES } from '#src/contract/values.ts'
import { plainName } from '#src/lib/text/visible.ts'
import { categories } from '../../platform/db/schema/catalogue.ts'
import type { Deps } from '../../platform/deps.ts'
import { RecordError } from './problem.ts'

export type CategoryRow = typeof categories.$inferSelect
/** The fields of a category that titles and checks need. */
export type KnownCategory = { id: string; key: string; type: (typeof CATEGORY_TYPES)[number] }
/** Categories in display order. */
export type KnownCategories = readonly KnownCategory[]

/** Both ids are part of URLs of the site (spec §2). */
export const KIDS_ID = 'kids'
export const FAMILY_ID = 'scNnlM'
const KIDS_AGE = 7
const FAMILY_AGE = 12

export function storedCategories(db: Pick<Deps['db'], 'select'>): Promise<CategoryRow[]> {
  return db.select().from(categories).orderBy(asc(categories.position), asc(categories.id))
}

type Belonging = Pick<ImportTitle, 'genres' | 'age_label' | 'categories'>

/**
 * Returns the genres of a title in order, then categories derived from its genres and age label, then its other
 * categories.
 */
export function resolveCategoryIds(title: Belonging, known: KnownCategories): string[] {
  const { genres = [], age_label, categories: others = [] } = title
  const ids = idsOf(genres, known.filter(isGenre))
  const isForAll = genres.includes('animation') || genres.includes('family')
  if (isForAll && age_label !== undefined && age_label <= KIDS_AGE) ids.push(KIDS_ID)
  if (isForAll && age_label !== undefined && age_label <= FAMILY_AGE) ids.push(FAMILY_ID)
  const rest = known.filter(category => !isGenre(category))
  return [...new Set([...ids, ...idsOf(others, rest)])]
}

function idsOf(keys: readonly string[], known: KnownCategories): string[] {
  return keys.flatMap(key => known.find(category => category.key === key)?.id ?? [])
}

/** Inverse of `resolveCategoryIds`: returns the fewest names that produce these ids. */
export function categoryFields(
  ids: readonly string[],
  age_label: ImportTitle['age_label'],
  known: KnownCategories,
): Pick<Belonging, 'genres' | 'categories'> {
  const found = ids.flatMap(id => known.find(category => category.id === id) ?? [])
  const genres = found.filter(isGenre).map(({ key }) => key)
  const all = found.filter(category => !isGenre(category)).map(({ key }) => key)
  const family = known.find(({ id }) => id === FAMILY_ID)?.key
  for (const categories of [all.filter(key => key !== family), all])
    for (let count = 0; count <= genres.length; count++) {
      const made = { genres: genres.slice(0, count), categories }
      if (`${resolveCategoryIds({ ...made, age_label }, known)}` === `${ids}`) return made
    }
  return { genres, categories: all }
}

/** @throws RecordError with instructions for adding what is missing */
export function checkCategories(title: Belonging, known: KnownCategories): void {
  checkKeys('genres', title.genres, known.filter(isGenre))
  checkKeys(
    'categories',
    title.categories,
    known.filter(each => !isGenre(each)),
  )
}

const ADDED_AS = { genres: 'genre', categories: 'collection' }

function checkKeys(
  field: keyof typeof ADDED_AS,
  keys: readonly string[] = [],
  known: KnownCategories,
): void {
  const names = new Set(known.map(category => category.key))
  const key = keys.find(each => !names.has(each))
  if (key === undefined) return
  const at = keys.indexOf(key)
  const type = ADDED_AS[field]
  const line = `{"kind":"category","external_id":"${key}","type":"${type}","name":{"fa":"…","en":"…"}}`
  throw new RecordError(
    `${field}[${at}]`,
    `names ${plainName(key)}, which is not a ${type}: add it on an earlier line, ${line}. Existing ones: ${[...names].join(', ')}`,
  )
}

function isGenre({ type }: KnownCategory): boolean {
  return type === 'genre' || type === 'kids'
}
