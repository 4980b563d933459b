/**
 * Ranks titles and artists for a normalised query: exact names, names with the query as prefix, then names with its words as
 * prefixes. With few hits it adds titles of matching artists and spelling corrections; with none, similar names by trigrams.
 */
import { inArray } from 'drizzle-orm'
import { searchText } from '#src/lib/text/normalise.ts'
import { credits } from '../db/schema/catalogue.ts'
import type { Deps } from '../deps.ts'
import type { IndexEntry, NameIndex, PrefixGroups } from './name-index.ts'
import { type ArtistEntry, searchIndexes, type TitleEntry } from './search-index.ts'
import { suggestionsFor } from './spelling.ts'

/** Below this many hits, weaker kinds of matches are added. */
const FEW = 8
/** The most results of one query. */
export const RESULTS_MAX = 480
/** Shorter queries get no corrections and no similar names. */
const MIN_FUZZY_LENGTH = 3
/** Limit of similar names: further ones are hardly relevant. */
const SIMILAR_MAX = 24
/** So many matching artists add their titles. */
const ARTISTS_USED = 5
/** Further words of a query are ignored. */
const WORDS_MAX = 8

type Accepts = (title: TitleEntry) => boolean
/** The normalised query and its words. */
type ParsedQuery = { text: string; words: string[] }

function parseQuery(query: string): ParsedQuery {
  const text = searchText(query)
  return { text, words: text.split(' ').filter(Boolean).slice(0, WORDS_MAX) }
}

/** Accepted titles, best first. */
export async function matchTitles(
  deps: Deps,
  query: string,
  accepts: Accepts,
  limit = RESULTS_MAX,
): Promise<TitleEntry[]> {
  const typed = parseQuery(query)
  const names = await searchIndexes(deps)
  const { titles } = names
  const hits = nameMatches(titles, typed, accepts, limit)
  if (hits.length >= FEW || limit <= hits.length || isShort(typed)) return hits
  const artists = nameMatches(names.artists, typed, () => true, ARTISTS_USED)
  const works = titles.docIdsOf(await idsOfWorks(deps, artists))
  const others = [
    ...titles.best([works], accepts, limit),
    ...correctedMatches(titles, typed, accepts, limit),
  ]
  const found = [...new Map([...hits, ...others].map(title => [title.id, title])).values()]
  return found.length > 0 ? found.slice(0, limit) : similarEntries(titles, typed, accepts, limit)
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
  limit: number,
): Promise<ArtistEntry[]> {
  const typed = parseQuery(query)
  const { artists } = await searchIndexes(deps)
  const anybody = () => true
  let found = nameMatches(artists, typed, anybody, limit)
  if (found.length === 0 && !isShort(typed)) {
    found = correctedMatches(artists, typed, anybody, limit)
    // Most queries are titles and match no artist: one typing error is enough to try.
    if (found.length === 0) found = similarEntries(artists, typed, anybody, limit, 1)
  }
  return found
}

function isShort({ text }: ParsedQuery): boolean {
  return text.length < MIN_FUZZY_LENGTH
}

function nameMatches<Entry extends IndexEntry>(
  index: NameIndex<Entry>,
  typed: ParsedQuery,
  accepts: (entry: Entry) => boolean,
  limit: number,
): Entry[] {
  const first = index.best(exactAndPrefix(index, typed), accepts, limit)
  if (first.length >= limit) return first
  const seen = new Set(first)
  const isOther = (entry: Entry) => !seen.has(entry) && accepts(entry)
  const asWords = index.wordPrefixes(typed.words.map(word => [word]))
  return [...first, ...index.best([asWords], isOther, limit - first.length)]
}

/** Exact matches, then prefix matches; spaces are ignored. */
function exactAndPrefix(
  index: Pick<NameIndex<IndexEntry>, 'exact' | 'prefix'>,
  { text }: ParsedQuery,
): number[][] {
  return text === '' ? [] : [index.exact(text), index.prefix(text)]
}

/** Entries that match the query after spelling correction. */
function correctedMatches<Entry extends IndexEntry>(
  index: NameIndex<Entry>,
  { words }: ParsedQuery,
  accepts: (entry: Entry) => boolean,
  limit: number,
): Entry[] {
  const corrected = correctedWords(index, words)
  return corrected ? index.best([index.wordPrefixes(corrected)], accepts, limit) : []
}

/** Fuzzy matches of the whole query without spaces; if there are none, entries with similar words. */
function similarEntries<Entry extends IndexEntry>(
  index: NameIndex<Entry>,
  { text, words }: ParsedQuery,
  accepts: (entry: Entry) => boolean,
  limit: number,
  errors?: 1 | 2,
): Entry[] {
  const most = Math.min(limit, SIMILAR_MAX)
  const found = index.best(index.fuzzy(text, errors), accepts, most)
  return found.length > 0 ? found : index.similar(words, accepts, most)
}

/** The word and its corrections, for every word of the query; null if there are no corrections. */
function correctedWords(
  { vocabulary }: Pick<NameIndex<IndexEntry>, 'vocabulary'>,
  words: readonly string[],
): PrefixGroups | null {
  const all = words.map(word => [word, ...suggestionsFor(word, vocabulary())])
  return all.every(({ length }) => length === 1) ? null : all
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
