/**
 * What the service asks of a search engine: an index in memory (memory-engine.ts), or a server with OpenSearch's API
 * (opensearch/opensearch-engine.ts). Both pass one test, tests/service/search/search-engine.test.ts.
 */
import type { ContentType, Flag } from '#src/contract/content.ts'
import type { TitleFilter } from '../catalogue/filter.ts'

export type TitleQuery = {
  text: string
  filter: Partial<TitleFilter> & {
    /** One of them. */
    anyFlag?: readonly Flag[]
  }
  limit: number
  /** `start`: names that begin with the query; `name`: also those with words that do; else also corrections and other readings. */
  by?: 'start' | 'name'
  /** False in measurements only: the query as typed. */
  hasReadings?: boolean
}
export type ArtistQuery = Pick<TitleQuery, 'text' | 'limit' | 'hasReadings'>
export type TitleHit = { id: string; type: ContentType }

export type SearchEngine = {
  /** Best first. @throws ApiError unavailable, when a server does not answer; so does `artists` */
  titles: (query: TitleQuery) => Promise<TitleHit[]>
  /** Ids, best first. */
  artists: (query: ArtistQuery) => Promise<string[]>
  /** Takes over what changed in the catalogue. Searches in memory do so too, unless that takes long. */
  refresh: () => Promise<void>
  /** Whether the node may serve: it has the whole catalogue, or its server is out of order and searches say so. */
  isReady: () => boolean
}

/** The most results of one query. */
export const RESULTS_MAX = 480
