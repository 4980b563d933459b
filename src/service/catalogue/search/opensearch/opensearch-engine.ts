/**
 * Search with a server that has OpenSearch's API. The server finds and ranks names. If there are few, it finds
 * candidates for weaker kinds of matches, which are ranked by the code of the in-memory index.
 */
import { BrokenCircuitError, ConsecutiveBreaker, circuitBreaker, handleWhen } from 'cockatiel'
import type { ContentType } from '#src/contract/content.ts'
import type { Deps } from '../../../platform/deps.ts'
import { ApiError } from '../../../platform/http/api-error.ts'
import { cachedPerVersion } from '../../titles/catalogue-cache.ts'
import type { ArtistHit, SearchEngine, TitleHit } from '../search-engine.ts'
import { type ClientOptions, createOpenSearchClient, PAUSE_MS } from './client.ts'
import { indexNames } from './index-names.ts'
import { createIndexSync, IndexBusy } from './index-sync.ts'
import { searchArtists, searchTitles } from './match-remote.ts'
import { SearchEngineError } from './search-engine-error.ts'

export type OpenSearchDeps = Pick<
  Deps,
  'db' | 'env' | 'fetch' | 'log' | 'metrics' | 'now' | 'random'
>
/** Shorter times, for tests. */
type OpenSearchOptions = Pick<ClientOptions, 'pauseMs' | 'searchMs'>

const RETRY_SECONDS = 5

/** Creates the engine. @param address SEARCH_URL */
export function createOpenSearchEngine(
  deps: OpenSearchDeps,
  address: string,
  options: OpenSearchOptions = {},
): SearchEngine {
  const names = indexNames(deps.env.SEARCH_INDEX)
  const client = createOpenSearchClient(address, deps, {
    ...options,
    aliasOf: kind => names.aliases[kind],
  })
  const sync = createIndexSync(deps, client, names)
  // A failed update reads everything again, so it must not be retried every two seconds.
  const updates = circuitBreaker(
    handleWhen(error => !(error instanceof IndexBusy)),
    {
      halfOpenAfter: options.pauseMs ?? PAUSE_MS,
      breaker: new ConsecutiveBreaker(1),
    },
  )
  let isReady = false

  async function refresh(): Promise<void> {
    try {
      isReady = (await update()) || isReady
    } catch (error) {
      // A node without search still serves everything else.
      isReady ||= error instanceof SearchEngineError
      throw error
    }
  }

  /** @returns true if the server has the whole catalogue */
  async function update(): Promise<boolean> {
    try {
      await cachedPerVersion(deps, 'search engine', () => updates.execute(sync.update))
      return true
    } catch (error) {
      if (!(error instanceof IndexBusy)) throw error
      return isReady || sync.isComplete()
    }
  }

  async function answer<T>(search: () => Promise<T>): Promise<T> {
    try {
      return await search()
    } catch (error) {
      const isPaused = error instanceof BrokenCircuitError
      if (!isPaused && !(error instanceof SearchEngineError)) throw error
      if (!isPaused) deps.log.warn({ err: error }, 'the search engine failed')
      throw new ApiError('unavailable', { retryAfter: RETRY_SECONDS })
    }
  }

  return {
    refresh,
    isReady: () => isReady,
    titles: query => answer(async () => (await searchTitles(client, deps, query)).map(hitOf)),
    artists: query => answer(async () => (await searchArtists(client, query)).map(artistOf)),
  }
}

type Found = Awaited<ReturnType<typeof searchTitles>>[number]

function hitOf({ type, ...hit }: Found): TitleHit {
  return { ...artistOf(hit), type: type as ContentType }
}

function artistOf({ id, match, words }: Omit<Found, 'type'>): ArtistHit {
  return { id, match, ...(words ? { words } : {}) }
}
