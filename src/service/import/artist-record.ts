/** The records that make the rows of artists and categories: the inverse of artist-rows.ts and category-row.ts. */
import type { ImportArtist, ImportCategory } from '#src/contract/import.ts'
import { localizedOf } from '../db/localized.ts'
import type { artists } from '../db/schema/catalogue.ts'
import type { CategoryRow } from './categories.ts'
import { compact } from './compact.ts'
import { pictureReference } from './picture-reference.ts'
import { aliasesOf, localizedText, textsOf } from './texts.ts'

export type ArtistRow = typeof artists.$inferSelect

export function artistRecord(row: ArtistRow): ImportArtist {
  const name = localizedText(row, 'name') ?? {}
  return compact({
    kind: 'artist',
    external_id: row.externalId ?? '',
    name,
    aliases: aliasesOf(row, textsOf(name)),
    bio: localizedText(row, 'bio'),
    image: pictureReference(row.imagePath, row.imageColour),
  })
}

export function categoryRecord(row: CategoryRow): ImportCategory {
  const description = localizedText(row, 'description')
  return compact({
    kind: 'category',
    external_id: row.key,
    type: row.type,
    name: localizedOf(row, 'title'),
    description,
    image: pictureReference(row.imagePath, row.imageColour),
    order: row.position,
    listed: row.isListed ? undefined : false,
  })
}
