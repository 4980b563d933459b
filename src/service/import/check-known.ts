/** Rules between a record and what the catalogue has. Each throws RecordError. */
import type { ImportCategory, ImportRemoval, ImportTitle } from '#src/contract/import.ts'
import { plainName } from '#src/lib/text/visible.ts'
import type { KnownCategories } from './categories.ts'
import { stableId } from './identity.ts'
import type { KnownTitle } from './known.ts'
import { RecordError } from './problem.ts'

/** An id names one thing: an episode never takes the position of a title, nor of another series' episode. */
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
        `${plainName(external_id)} is another title already`,
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
        `no artist is called ${plainName(artist)}: give a name here, or a line of its own before this one`,
      )
  }
}

export function checkRemoval(
  { external_id }: ImportRemoval,
  known: ReadonlyMap<string, KnownTitle>,
): KnownTitle {
  const old = known.get(external_id)
  if (old) return old
  throw new RecordError('external_id', `no title is called ${plainName(external_id)}`)
}

/** Titles name a genre and a collection by different fields, so neither becomes the other. */
export function checkCategory({ external_id, type }: ImportCategory, known: KnownCategories): void {
  const old = known.find(({ key }) => key === external_id)
  if (!old || !type || old.type === type) return
  throw new RecordError('type', `cannot change: ${plainName(external_id)} is of type ${old.type}`)
}
