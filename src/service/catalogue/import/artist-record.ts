/** Builds the records of artists and categories from rows: the inverse of artist-rows.ts and category-row.ts. */
import type { ImportArtist, ImportCategory } from '#src/contract/import.ts'
import { translationsOf } from '../../platform/db/localized.ts'
import type { artists } from '../../platform/db/schema/catalogue.ts'
import type { CategoryRow } from './categories.ts'
import { removeEmptyFields } from './compact.ts'
import { pictureReference } from './picture-reference.ts'
import { allTexts, recordText, rowAliases } from './texts.ts'

export type ArtistRow = typeof artists.$inferSelect

export function artistRecord(row: ArtistRow): ImportArtist {
  const name = recordText(row, 'name') ?? {}
  return removeEmptyFields({
    kind: 'artist',
    external_id: row.externalId ?? '',
    name,
    aliases: rowAliases(row, allTexts(name)),
    bio: recordText(row, 'bio'),
    image: pictureReference(row.imagePath, row.imageColour),
  })
}

export function categoryRecord(row: CategoryRow): ImportCategory {
  const description = recordText(row, 'description')
  return removeEmptyFields({
    kind: 'category',
    external_id: row.key,
    type: row.type,
    name: translationsOf(row, 'title'),
    description,
    image: pictureReference(row.imagePath, row.imageColour),
    order: row.position,
    listed: row.isListed ? undefined : false,
  })
}
