/** Rules that compare a record with the catalogue. Each throws RecordError. */
import type { ImportCategory, ImportRemoval, ImportTitle } from '#src/contract/import.ts'
import { plainName } from '#src/lib/text/visible.ts'
import type { KnownCategories } from './categories.ts'
import { stableId } from './identity.ts'
import type { KnownTitle } from './known.ts'
import { RecordError } from './problem.ts'

/**
 * Rejects an id that has another owner: an episode must not take the position of a title or of an episode in another
 * series.
 */
export function checkOwners(title: ImportTitle, known: ReadonlyMap<string, KnownTitle>): void {
  if (known.get(title.external_id)?.seriesId)
    throw new RecordError(
      'external_id',
      `${plainName(title.external_id)} is an episode of another title`,
    )
  const seriesId = stableId('title', title.external_id)
  for (const [at, season] of (title.seasons ?? []).entries()) {
    for (const [index, { external_id }] of season.episodes.entries()) {
      const old = known.get(external_id)
      if (!old || (old.type === 'episode' && old.seriesId === seriesId)) continue
      throw new RecordError(
        `seasons[${at}].episodes[${index}].external_id`,
        `${plainName(external_id)} already belongs to another title`,
      )
    }
  }
}

export function checkCredits(title: ImportTitle, isArtist: (id: string) => boolean): void {
  const credits = title.credits ?? []
  const named = new Set(credits.filter(({ name }) => name).map(({ artist }) => artist))
  for (const [at, { artist }] of credits.entries()) {
    if (!named.has(artist) && !isArtist(artist))
      throw new RecordError(
        `credits[${at}].artist`,
        `names ${plainName(artist)}, which is not an artist: give a name here, or add the artist on an earlier line`,
      )
  }
}

export function checkRemoval(
  { external_id }: ImportRemoval,
  known: ReadonlyMap<string, KnownTitle>,
): KnownTitle {
  const old = known.get(external_id)
  if (old) return old
  throw new RecordError('external_id', `names ${plainName(external_id)}, which is not a title`)
}

/** Rejects a change of type: titles name genres and collections in different fields, so one cannot become the other. */
export function checkCategory({ external_id, type }: ImportCategory, known: KnownCategories): void {
  const old = known.find(({ key }) => key === external_id)
  if (!old || !type || old.type === type) return
  throw new RecordError('type', `cannot change: ${plainName(external_id)} is of type ${old.type}`)
}
