/** The built-in categories: every genre of the import format, the kids' category, and one collection that renders light. */

import { GENRES, type ImportTitle } from '#src/contract/import.ts'
import { translations } from '#src/lib/i18n/i18n.ts'
import { slugOf } from '#src/lib/text/slug.ts'
import { localizedColumns, toColumns } from '../db/localized.ts'
import { categories } from '../db/schema/catalogue.ts'
import type { Deps } from '../deps.ts'
import { stableShortId } from './identity.ts'
import type { Pictures } from './pictures.ts'

type Row = typeof categories.$inferInsert
type Genre = (typeof GENRES)[number]

/** Both are part of addresses of the site (spec §2). */
export const KIDS_ID = 'kids'
export const FAMILY_ID = 'scNnlM'
const KIDS_AGE = 7
const FAMILY_AGE = 12

/** Adds the missing ones; existing ones keep what the editors changed. */
export async function ensureCategories(
  db: Pick<Deps['db'], 'insert'>,
  pictures: Pictures,
): Promise<void> {
  const rows = [...GENRES.map(ofGenre), familyAnimation()]
  const pictured = await Promise.all(rows.map(row => withTile(row, pictures)))
  await db.insert(categories).values(pictured).onConflictDoNothing()
}

/** The picture of the project for a genre. */
async function withTile(row: Row, pictures: Pictures): Promise<Row> {
  const name = row.id === FAMILY_ID ? 'animation' : row.key
  const tile = await pictures.store('image', 'tile', `demo:tile/${name}`).catch(() => null)
  return { ...row, imagePath: tile?.path ?? null, imageColour: tile?.colour ?? null }
}

export function idOfGenre(genre: Genre): string {
  return genre === 'kids' ? KIDS_ID : stableShortId('category', genre)
}

/** The genres of a title in their order, then what it belongs to by its genres and age label. */
export function categoryIdsOf({ genres = [], age_label }: Partial<ImportTitle>): string[] {
  const ids = genres.map(idOfGenre)
  const isForAll = genres.includes('animation') || genres.includes('family')
  if (isForAll && age_label !== undefined && age_label <= KIDS_AGE) ids.push(KIDS_ID)
  if (isForAll && age_label !== undefined && age_label <= FAMILY_AGE) ids.push(FAMILY_ID)
  return [...new Set(ids)]
}

function ofGenre(genre: Genre, position: number): Row {
  const titles = translations(`catalogue.genre.${genre}`)
  const isKids = genre === 'kids'
  return {
    id: idOfGenre(genre),
    type: isKids ? 'kids' : 'genre',
    key: genre,
    ...toColumns('title', titles),
    ...localizedColumns('slug', language => (isKids ? KIDS_ID : slugOf(titles[language]))),
    position,
  }
}

function familyAnimation(): Row {
  const titles = translations('catalogue.category.familyAnimation')
  return {
    id: FAMILY_ID,
    type: 'collection',
    key: 'family-animation',
    ...toColumns('title', titles),
    ...localizedColumns('slug', language => slugOf(titles[language])),
    position: GENRES.length,
  }
}
