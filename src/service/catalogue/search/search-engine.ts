/**
 * The interface of a search engine: an index in memory (memory-engine.ts), or a server with OpenSearch's API
 * (opensearch/opensearch-engine.ts). Both pass tests/service/catalogue/search/search-engine.test.ts.
 */
import type { ContentType, Flag } from '#src/contract/content.ts'
import type { TitleFilter } from '../titles/filter.ts'

/** A condition that a title meets if it has any of these values. */
export type Facet = {
  types?: readonly ContentType[]
  categoryIds?: readonly string[]
  countries?: readonly string[]
  /** The first country of a title, which it is said to come from. */
  mainCountry?: string
  flags?: readonly Flag[]
  /** Published after this time, in ms since 1970. */
  publishedAfter?: number
  /** Gregorian years, both included. */
  years?: { from: number; to: number }
  /** Ids of titles. */
  ids?: readonly string[]
  /** True if a title with such a value does not meet the condition. */
  isExcluded?: boolean
}

export type TitleQuery = {
  /** An empty text matches every title. */
  text: string
  filter: Partial<TitleFilter> & {
    /** A title must have at least one of these flags. */
    anyFlag?: readonly Flag[]
    /** A title must meet all of them. */
    facets?: readonly Facet[]
  }
  limit: number
  /**
   * `start`: names that begin with the query; `name`: also names with such words; `whole`: names with these whole
   * words; `some`: names with some such words, those with the most first; otherwise also corrections and other readings.
   */
  by?: 'start' | 'name' | 'whole' | 'some'
  /** False only in measurements: the query as typed. */
  hasReadings?: boolean
}
/** `name`: names with such words; `some`: names with some of these whole words, those with the most first. */
export type ArtistQuery = Pick<TitleQuery, 'text' | 'limit' | 'hasReadings'> & {
  by?: 'name' | 'some'
}
/**
 * The kind of a match: the whole name; a part of a name; another reading or a credit; a name with typing errors; only some
 * words or letters. For `some`, a match is exact if the query has all words of a name.
 */
export type MatchKind = 'exact' | 'name' | 'close' | 'corrected' | 'similar'
/** `words` are the words of the query that the names have; only for `some`. */
export type ArtistHit = { id: string; match: MatchKind; words?: string[] }
export type TitleHit = ArtistHit & { type: ContentType }

export type SearchEngine = {
  /**
   * Returns titles, the best first. Like `artists`,
   * @throws ApiError unavailable if the server does not respond
   */
  titles: (query: TitleQuery) => Promise<TitleHit[]>
  /** Returns artists, the best first. */
  artists: (query: ArtistQuery) => Promise<ArtistHit[]>
  /** Applies changes of the catalogue. Searches in memory do so too, unless it takes long. */
  refresh: () => Promise<void>
  /** True if the node may serve: it has the whole catalogue, or its server is down and searches report that. */
  isReady: () => boolean
}

/** Maximum number of results of one query. */
export const RESULTS_MAX = 480
