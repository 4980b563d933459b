/** Genres and collections by the words that titles use for them, and what titles belong to. */
import { asc } from 'drizzle-orm'
import type { CATEGORY_TYPES, ImportTitle } from '#src/contract/import.ts'
import { plainName } from '#src/lib/text/visible.ts'
import { categories } from '../db/schema/catalogue.ts'
import type { Deps } from '../deps.ts'
import { RecordError } from './problem.ts'

export type CategoryRow = typeof categories.$inferSelect
/** What titles and checks need of a category. */
export type KnownCategory = { id: string; key: string; type: (typeof CATEGORY_TYPES)[number] }
/** In their order. */
export type KnownCategories = readonly KnownCategory[]

/** Both are part of addresses of the site (spec §2). */
export const KIDS_ID = 'kids'
export const FAMILY_ID = 'scNnlM'
const KIDS_AGE = 7
const FAMILY_AGE = 12

export function storedCategories(db: Pick<Deps['db'], 'select'>): Promise<CategoryRow[]> {
  return db.select().from(categories).orderBy(asc(categories.position), asc(categories.id))
}

type Belonging = Pick<ImportTitle, 'genres' | 'age_label' | 'categories'>

/** The genres of a title in their order, what it belongs to by its genres and age label, then its other categories. */
export function categoryIdsOf(title: Belonging, known: KnownCategories): string[] {
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

/** The inverse: the fewest names that make these ids. */
export function belongingOf(
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
      if (`${categoryIdsOf({ ...made, age_label }, known)}` === `${ids}`) return made
    }
  return { genres, categories: all }
}

/** @throws RecordError that says how to add what is missing */
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
    `no ${type} is called ${plainName(key)}: add it by a line before this one, ${line}. There are ${[...names].join(', ')}`,
  )
}

function isGenre({ type }: KnownCategory): boolean {
  return type === 'genre' || type === 'kids'
}
