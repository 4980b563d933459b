import type { Tx } from '../db/open.ts'
import { knownArtists, knownTitles } from './known.ts'
import type { Work } from './work.ts'

/** Thrown where another writer changed a record after it was planned. */
export class StalePlan extends Error {}

export async function checkUntouched(tx: Tx, { titles, artists }: Work): Promise<void> {
  const titleIds = titles.map(({ title }) => title.external_id)
  const nowTitles = await knownTitles(tx, titleIds)
  const artistIds = artists.map(({ artist }) => artist.external_id)
  const nowArtists = await knownArtists(tx, artistIds)
  const isTouched = (stored: Stamped | undefined, now: Stamped | undefined) =>
    stored?.updatedAt.getTime() !== now?.updatedAt.getTime() ||
    stored?.contentHash !== now?.contentHash
  if (
    titles.some(({ title, stored }) => isTouched(stored?.row, nowTitles.get(title.external_id))) ||
    artists.some(({ artist, stored }) => isTouched(stored?.row, nowArtists.get(artist.external_id)))
  )
    throw new StalePlan('the catalogue changed meanwhile')
}
type Stamped = { updatedAt: Date; contentHash: string | null }
