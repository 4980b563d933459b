/** Names that the form of a title shows instead of ids. */
import { storedArtists } from '../../catalogue/import/stored.queries.ts'
import { translationsOf } from '../../platform/db/localized.ts'
import type { Deps } from '../../platform/deps.ts'

/** Returns the names of the credited artists by external id; empty for a record without credits. */
export async function readArtistNames({ db }: Pick<Deps, 'db'>, record: unknown) {
  const { credits = [] } = (record ?? {}) as { credits?: { artist: string }[] }
  const found = await storedArtists(
    db,
    credits.map(({ artist }) => artist),
  )
  return Object.fromEntries([...found].map(([id, { row }]) => [id, translationsOf(row, 'name')]))
}
