import type { Tx } from '../../platform/db/open.ts'
import { knownArtists, knownTitles } from './known.ts'
import type { Stamp, Work } from './work.ts'

/** Thrown if another writer changed a record after it was planned. */
export class StalePlan extends Error {}

export async function checkUntouched(tx: Tx, { titles, artists }: Work): Promise<void> {
  const titleIds = titles.map(({ title }) => title.external_id)
  const nowTitles = await knownTitles(tx, titleIds)
  const artistIds = artists.map(({ artist }) => artist.external_id)
  const nowArtists = await knownArtists(tx, artistIds)
  if (
    titles.some(({ title, stored }) => isOther(stored?.row, nowTitles.get(title.external_id))) ||
    artists.some(({ artist, stored }) => isOther(stored?.row, nowArtists.get(artist.external_id)))
  )
    throw new StalePlan('the catalogue changed meanwhile')
}

function isOther(basis: Stamp | undefined, now: Stamp | undefined): boolean {
  return (
    basis?.updatedAt.getTime() !== now?.updatedAt.getTime() ||
    basis?.contentHash !== now?.contentHash
  )
}

/** Verifies that the record has not changed since it was read. @throws StalePlan */
export function checkBasis(basis: Stamp | undefined, now: Stamp | undefined): void {
  if (basis && isOther(basis, now)) throw new StalePlan('the record changed meanwhile')
}
