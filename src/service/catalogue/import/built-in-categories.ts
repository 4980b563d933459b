/**
 * The categories that every catalogue starts with: common genres, the kids' category, and one collection of family
 * films.
 */
import { translations } from '#src/lib/i18n/i18n.ts'
import { toSlug } from '#src/lib/text/slug.ts'
import { localizedColumns, translationsToColumns } from '../../platform/db/localized.ts'
import { categories } from '../../platform/db/schema/catalogue.ts'
import type { Deps } from '../../platform/deps.ts'
import { FAMILY_ID, KIDS_ID, type KnownCategory } from './categories.ts'
import { stableShortId } from './identity.ts'
import type { Pictures } from './pictures.ts'

type Row = typeof categories.$inferInsert & Pick<KnownCategory, 'type'>

export const GENRES = [
  'drama',
  'comedy',
  'crime',
  'romance',
  'action',
  'thriller',
  'horror',
  'history',
  'musical',
  'documentary',
  'kids',
  'adventure',
  'mystery',
  'biography',
  'scifi',
  'fantasy',
  'war',
  'family',
  'animation',
  'sport',
] as const
type Genre = (typeof GENRES)[number]

export const BUILT_IN: readonly Row[] = [...GENRES.map(ofGenre), familyAnimation()]

/** Adds missing categories; existing ones keep the changes of editors. */
export async function ensureCategories(
  db: Pick<Deps['db'], 'insert' | 'select'>,
  pictures: Pictures,
): Promise<void> {
  const found = await db.select({ id: categories.id }).from(categories)
  const missing = BUILT_IN.filter(({ id }) => !found.some(row => row.id === id))
  if (missing.length === 0) return
  const pictured = await Promise.all(missing.map(row => withTile(row, pictures)))
  await db.insert(categories).values(pictured).onConflictDoNothing()
}

/** Returns the row with the built-in picture of the genre. */
async function withTile(row: Row, pictures: Pictures): Promise<Row> {
  const name = row.id === FAMILY_ID ? 'animation' : row.key
  const tile = await pictures.store('image', 'tile', `demo:tile/${name}`).catch(() => null)
  return { ...row, imagePath: tile?.path ?? null, imageColour: tile?.colour ?? null }
}

export function genreId(key: string): string {
  return key === 'kids' ? KIDS_ID : stableShortId('category', key)
}

function ofGenre(genre: Genre, position: number): Row {
  const titles = translations(`catalogue.genre.${genre}`)
  const isKids = genre === 'kids'
  return {
    id: genreId(genre),
    type: isKids ? 'kids' : 'genre',
    key: genre,
    ...translationsToColumns('title', titles),
    ...localizedColumns('slug', language => (isKids ? KIDS_ID : toSlug(titles[language]))),
    position,
  }
}

function familyAnimation(): Row {
  const titles = translations('catalogue.category.familyAnimation')
  return {
    id: FAMILY_ID,
    type: 'collection',
    key: 'family-animation',
    ...translationsToColumns('title', titles),
    ...localizedColumns('slug', language => toSlug(titles[language])),
    position: GENRES.length,
  }
}
