import { inArray } from 'drizzle-orm'
import { credits } from '../../platform/db/schema/catalogue.ts'
import type { Deps } from '../../platform/deps.ts'

/** Returns the titles that credit the artists. */
export async function findWorks({ db }: Pick<Deps, 'db'>, artistIds: string[]): Promise<string[]> {
  if (artistIds.length === 0) return []
  const rows = await db
    .selectDistinct({ id: credits.contentId })
    .from(credits)
    .where(inArray(credits.artistId, artistIds))
  return rows.map(({ id }) => id)
}

/** Returns the titles that credit each of the artists. */
export async function findWorksOfEach(
  { db }: Pick<Deps, 'db'>,
  artistIds: readonly string[],
): Promise<ReadonlyMap<string, string[]>> {
  if (artistIds.length === 0) return new Map()
  const rows = await db
    .selectDistinct({ artistId: credits.artistId, id: credits.contentId })
    .from(credits)
    .where(inArray(credits.artistId, [...artistIds]))
  const byArtist = Map.groupBy(rows, ({ artistId }) => artistId)
  return new Map([...byArtist].map(([artistId, works]) => [artistId, works.map(({ id }) => id)]))
}
