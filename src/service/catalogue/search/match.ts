/**
 * Ranks titles and artists for a query: exact names, names with the query as prefix, then names with its words as
 * prefixes. If there are few hits, it adds names for other readings of the query (wrong keyboard layout, digits,
 * Persian in Latin letters), titles of matching artists and spelling corrections; without hits, similar names by
 * trigrams. If signs of the query are letters in the other keyboard layout, matches of that reading always count as
 * hits and come first unless a name starts as typed.
 */
import { correctedMatches, misspeltMatches, similarEntries } from './corrections.ts'
import {
  exactAndPrefix,
  exactHits,
  mergeDocs,
  nameMatches,
  namesOfWords,
  rankNameHits,
} from './name-matches.ts'
import type { Accepts, Doc, NameView } from './name-view.ts'
import { isShortQuery, type ParsedQuery, parseQuery } from './parsed-query.ts'
import { otherReadings } from './readings.ts'
import type { ArtistHit, ArtistQuery, MatchKind, TitleQuery } from './search-engine.ts'

/** Below this many hits, weaker kinds of matches are added. */
export const FEW_HITS = 8
/** Maximum number of matching artists whose titles are added. */
export const ARTISTS_USED = 5
const anybody = () => true

export type Views = { titles: NameView; artists: NameView }
export type Matched = { doc: Doc; match: MatchKind }
type WorksOf = (artistIds: string[]) => Promise<string[]>

/** Returns accepted titles, the best first. */
export async function matchTitles(
  { titles, artists }: Views,
  { text, limit, by, hasReadings = true }: TitleQuery,
  accepts: Accepts,
  worksOf: WorksOf,
): Promise<Matched[]> {
  const typed = parseQuery(text, hasReadings)
  const exact = () => exactHits(titles, typed, accepts, limit)
  if (text === '') return graded([], titles.best([titles.all()], accepts, limit))
  if (by === 'start')
    return graded(exact(), titles.best(exactAndPrefix(titles, typed), accepts, limit))
  if (by === 'name') return graded(exact(), nameMatches(titles, typed, accepts, limit))
  if (by === 'whole') return graded(exact(), wholeMatches(titles, typed, accepts, limit))
  if (by === 'some') {
    const found = titles.someWords(typed.words, { isWhole: false })
    return asKind('similar', titles.best(found, accepts, limit))
  }
  const hits = rankNameHits(titles, typed, accepts, limit)
  const named = graded(exact(), hits)
  if (hits.length >= FEW_HITS || limit <= hits.length) return named
  const readings = otherReadings(titles, typed, accepts, limit)
  if (isShortQuery(typed)) return together(named, mergeDocs([hits, readings], limit), 'close')
  const people = rankNameHits(artists, typed, anybody, ARTISTS_USED).map(artists.idOf)
  const works = people.length > 0 ? await worksOf(people) : []
  const credited = titles.best([titles.groupOf(works)], accepts, limit)
  const corrected = correctedMatches(titles, typed, accepts, limit)
  const found = mergeDocs([hits, readings, credited, corrected], limit)
  const close = together(named, mergeDocs([hits, readings, credited], limit), 'close')
  if (found.length > 0) return together(close, found, 'corrected')
  const misspelt = misspeltMatches(titles, typed, accepts, limit)
  if (misspelt.length > 0) return asKind('corrected', misspelt)
  return asKind('similar', similarEntries(titles, typed, accepts, limit))
}

/** Returns artists, the best first. */
export function matchArtists(
  artists: NameView,
  { text, limit, by, hasReadings = true }: ArtistQuery,
): Matched[] {
  const typed = parseQuery(text, hasReadings)
  if (by === 'some') {
    const found = artists.someWords(typed.words, { isWhole: true })
    return asKind('similar', artists.best(found, anybody, limit))
  }
  const hits = rankNameHits(artists, typed, anybody, limit)
  const named = graded(exactHits(artists, typed, anybody, limit), hits)
  if (by === 'name' || hits.length >= FEW_HITS || limit <= hits.length) return named
  const readings = otherReadings(artists, typed, anybody, limit)
  if (isShortQuery(typed)) return together(named, mergeDocs([hits, readings], limit), 'close')
  const corrected = correctedMatches(artists, typed, anybody, limit)
  const found = mergeDocs([hits, corrected, readings], limit)
  const close = together(named, mergeDocs([hits, readings], limit), 'close')
  if (found.length > 0) return together(close, found, 'corrected')
  // Most queries are titles and match no artist, so one typing error is enough.
  const misspelt = misspeltMatches(artists, typed, anybody, limit, 1)
  if (misspelt.length > 0) return asKind('corrected', misspelt)
  return asKind('similar', similarEntries(artists, typed, anybody, limit))
}

/**
 * Returns the words of the query `typed` that a text has, or that begin a word of it. The match is exact if the query has all words
 * of a name.
 */
export function wordsWithin(
  text: string,
  typed: string,
  { isWhole }: { isWhole: boolean },
): Pick<ArtistHit, 'match' | 'words'> {
  const { words } = parseQuery(typed, false)
  const names = text.split('\n').map(name => name.split(' '))
  const own = names.flat()
  const isExact = names.some(name => name.every(word => words.includes(word)))
  return {
    match: isExact ? 'exact' : 'similar',
    words: words.filter(word => own.some(one => (isWhole ? one === word : one.startsWith(word)))),
  }
}

function wholeMatches(
  titles: NameView,
  typed: ParsedQuery,
  accepts: Accepts,
  limit: number,
): Doc[] {
  return titles.best([titles.exact(typed.text), namesOfWords(titles, typed)], accepts, limit)
}

function graded(exact: ReadonlySet<Doc> | readonly Doc[], docs: readonly Doc[]): Matched[] {
  const whole = new Set(exact)
  return docs.map(doc => ({ doc, match: whole.has(doc) ? 'exact' : 'name' }))
}

/** Returns the documents in their order; those that are not known yet get the kind. */
function together(known: readonly Matched[], docs: readonly Doc[], kind: MatchKind): Matched[] {
  const kinds = new Map(known.map(({ doc, match }) => [doc, match]))
  return docs.map(doc => ({ doc, match: kinds.get(doc) ?? kind }))
}

function asKind(match: MatchKind, docs: readonly Doc[]): Matched[] {
  return docs.map(doc => ({ doc, match }))
}
