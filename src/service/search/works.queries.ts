import { inArray } from 'drizzle-orm'
import { credits } from '../db/schema/catalogue.ts'
import type { Deps } from '../deps.ts'

/** The titles that the artists are credited in. */
export async function worksOf({ db }: Pick<Deps, 'db'>, artistIds: string[]): Promise<string[]> {
  if (artistIds.length === 0) return []
  const rows = await db
    .selectDistinct({ id: credits.contentId })
    .from(credits)
    .where(inArray(credits.artistId, artistIds))
  return rows.map(({ id }) => id)
}
