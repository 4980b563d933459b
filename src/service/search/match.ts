/**
 * Ranks titles and artists for a query: exact names, names with the query as prefix, then names with its words as prefixes. With few
 * hits it adds names for other readings of the query (wrong keyboard layout, digits, Persian in Latin letters), titles of matching
 * artists and spelling corrections; with none, similar names by trigrams. Where signs of the query are letters in the other keyboard
 * layout, its names count as hits however many there are, and come first unless a name starts as typed.
 */
import { inArray } from 'drizzle-orm'
import { credits } from '../db/schema/catalogue.ts'
import type { Deps } from '../deps.ts'
import { correctedMatches, similarEntries } from './corrections.ts'
import type { IndexEntry } from './name-index.ts'
import { exactAndPrefix, hitsOf, merged, nameMatches } from './name-matches.ts'
import { isShort, parseQuery } from './parsed-query.ts'
import { otherReadings } from './readings.ts'
import { type ArtistEntry, searchIndexes, type TitleEntry } from './search-index.ts'

/** Below this many hits, weaker kinds of matches are added. */
const FEW = 8
/** The most results of one query. */
export const RESULTS_MAX = 480
/** So many matching artists add their titles. */
const ARTISTS_USED = 5

type Accepts = (title: TitleEntry) => boolean
/** `hasReadings` is false in measurements only: then the query is searched as typed. */
type MatchOptions = { limit?: number; hasReadings?: boolean }

/** Accepted titles, best first. */
export async function matchTitles(
  deps: Deps,
  query: string,
  accepts: Accepts,
  { limit = RESULTS_MAX, hasReadings = true }: MatchOptions = {},
): Promise<TitleEntry[]> {
  const typed = parseQuery(query, hasReadings)
  const names = await searchIndexes(deps)
  const { titles } = names
  const hits = hitsOf(titles, typed, accepts, limit)
  if (hits.length >= FEW || limit <= hits.length) return hits
  const readings = otherReadings(titles, typed, accepts, limit)
  if (isShort(typed)) return merged([hits, readings], limit)
  const artists = hitsOf(names.artists, typed, () => true, ARTISTS_USED)
  const works = titles.docIdsOf(await idsOfWorks(deps, artists))
  const credited = titles.best([works], accepts, limit)
  const corrected = correctedMatches(titles, typed, accepts, limit)
  const found = merged([hits, readings, credited, corrected], limit)
  return found.length > 0 ? found : similarEntries(titles, typed, accepts, limit)
}

/** Accepted titles whose name matches the query or its words, without corrections; best first. */
export async function titlesMatchingName(
  deps: Deps,
  query: string,
  accepts: Accepts,
  limit: number,
): Promise<TitleEntry[]> {
  const { titles } = await searchIndexes(deps)
  return nameMatches(titles, parseQuery(query), accepts, limit)
}

/** Accepted titles whose name equals the query or starts with it. */
export async function titlesByPrefix(
  deps: Deps,
  query: string,
  accepts: Accepts,
  limit: number,
): Promise<TitleEntry[]> {
  const { titles } = await searchIndexes(deps)
  return titles.best(exactAndPrefix(titles, parseQuery(query)), accepts, limit)
}

/** Artists, best first. */
export async function matchArtists(
  deps: Deps,
  query: string,
  { limit = RESULTS_MAX, hasReadings = true }: MatchOptions = {},
): Promise<ArtistEntry[]> {
  const typed = parseQuery(query, hasReadings)
  const { artists } = await searchIndexes(deps)
  const anybody = () => true
  const hits = hitsOf(artists, typed, anybody, limit)
  if (hits.length >= FEW || limit <= hits.length) return hits
  const readings = otherReadings(artists, typed, anybody, limit)
  if (isShort(typed)) return merged([hits, readings], limit)
  const corrected = correctedMatches(artists, typed, anybody, limit)
  const found = merged([hits, corrected, readings], limit)
  // Most queries are titles and match no artist: one typing error is enough to try.
  return found.length > 0 ? found : similarEntries(artists, typed, anybody, limit, 1)
}

async function idsOfWorks({ db }: Deps, artists: readonly IndexEntry[]): Promise<string[]> {
  if (artists.length === 0) return []
  const ids = artists.map(({ id }) => id)
  const rows = await db
    .select({ id: credits.contentId })
    .from(credits)
    .where(inArray(credits.artistId, ids))
  return rows.map(({ id }) => id)
}
