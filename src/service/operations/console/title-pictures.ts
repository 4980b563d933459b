/** The stored pictures of a title, for its form: paths below /media/pictures without width and format. */
import { eq, or } from 'drizzle-orm'
import { translationColumns, translationsOf } from '../../platform/db/localized.ts'
import type { Queryable } from '../../platform/db/open.ts'
import { contents } from '../../platform/db/schema/contents.ts'

export async function readTitlePictures(db: Queryable, name: string) {
  const [row] = await db
    .select({
      poster: contents.posterPath,
      backdrop: contents.backdropPath,
      ...translationColumns(contents, 'lettering'),
    })
    .from(contents)
    .where(or(eq(contents.externalId, name), eq(contents.shortId, name)))
  if (!row) return null
  const { poster, backdrop } = row
  return { poster, backdrop, lettering: translationsOf(row, 'lettering') }
}
