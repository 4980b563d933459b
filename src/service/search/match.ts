/**
 * Ranks titles and artists for a query: exact names, names with the query as prefix, then names with its words as prefixes. With few
 * hits it adds names for other readings of the query (wrong keyboard layout, digits, Persian in Latin letters), titles of matching
 * artists and spelling corrections; with none, similar names by trigrams. Where signs of the query are letters in the other keyboard
 * layout, its names count as hits however many there are, and come first unless a name starts as typed.
 */
import { correctedMatches, similarEntries } from './corrections.ts'
import { exactAndPrefix, hitsOf, merged, nameMatches } from './name-matches.ts'
import type { Accepts, Doc, NameView } from './name-view.ts'
import { isShort, parseQuery } from './parsed-query.ts'
import { otherReadings } from './readings.ts'
import type { ArtistQuery, TitleQuery } from './search-engine.ts'

/** Below this many hits, weaker kinds of matches are added. */
export const FEW = 8
/** So many matching artists add their titles. */
export const ARTISTS_USED = 5
const anybody = () => true

export type Views = { titles: NameView; artists: NameView }
type WorksOf = (artistIds: string[]) => Promise<string[]>

/** Accepted titles, best first. */
export async function matchTitles(
  { titles, artists }: Views,
  { text, limit, by, hasReadings = true }: TitleQuery,
  accepts: Accepts,
  worksOf: WorksOf,
): Promise<Doc[]> {
  const typed = parseQuery(text, hasReadings)
  if (by === 'start') return titles.best(exactAndPrefix(titles, typed), accepts, limit)
  if (by === 'name') return nameMatches(titles, typed, accepts, limit)
  const hits = hitsOf(titles, typed, accepts, limit)
  if (hits.length >= FEW || limit <= hits.length) return hits
  const readings = otherReadings(titles, typed, accepts, limit)
  if (isShort(typed)) return merged([hits, readings], limit)
  const people = hitsOf(artists, typed, anybody, ARTISTS_USED).map(artists.idOf)
  const works = people.length > 0 ? await worksOf(people) : []
  const credited = titles.best([titles.groupOf(works)], accepts, limit)
  const corrected = correctedMatches(titles, typed, accepts, limit)
  const found = merged([hits, readings, credited, corrected], limit)
  return found.length > 0 ? found : similarEntries(titles, typed, accepts, limit)
}

/** Artists, best first. */
export function matchArtists(
  artists: NameView,
  { text, limit, hasReadings = true }: ArtistQuery,
): Doc[] {
  const typed = parseQuery(text, hasReadings)
  const hits = hitsOf(artists, typed, anybody, limit)
  if (hits.length >= FEW || limit <= hits.length) return hits
  const readings = otherReadings(artists, typed, anybody, limit)
  if (isShort(typed)) return merged([hits, readings], limit)
  const corrected = correctedMatches(artists, typed, anybody, limit)
  const found = merged([hits, corrected, readings], limit)
  // Most queries are titles and match no artist: one typing error is enough to try.
  return found.length > 0 ? found : similarEntries(artists, typed, anybody, limit, 1)
}
