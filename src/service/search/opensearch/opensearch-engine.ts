/**
 * Search by a server with OpenSearch's API. The server finds and ranks names; where they are few it finds candidates for weaker kinds
 * of matches, and the code that ranks the index in memory ranks these.
 */
import { BrokenCircuitError, ConsecutiveBreaker, circuitBreaker, handleWhen } from 'cockatiel'
import type { ContentType } from '#src/contract/content.ts'
import { cachedPerVersion } from '../../catalogue/version-cache.ts'
import type { Deps } from '../../deps.ts'
import { ApiError } from '../../http/api-error.ts'
import type { SearchEngine } from '../search-engine.ts'
import { type ClientOptions, createClient, type Hit, PAUSE_MS } from './client.ts'
import { indexNames } from './index-names.ts'
import { createIndexSync, IndexBusy } from './index-sync.ts'
import { searchArtists, searchTitles } from './match-remote.ts'
import { SearchEngineError } from './search-engine-error.ts'

export type OpenSearchDeps = Pick<
  Deps,
  'db' | 'env' | 'fetch' | 'log' | 'metrics' | 'now' | 'random'
>
/** Shorter times, for tests. */
export type OpenSearchOptions = Pick<ClientOptions, 'pauseMs' | 'searchMs'>

const RETRY_SECONDS = 5

/** @param address of SEARCH_URL */
export function createOpenSearchEngine(
  deps: OpenSearchDeps,
  address: string,
  options: OpenSearchOptions = {},
): SearchEngine {
  const names = indexNames(deps.env.SEARCH_INDEX)
  const client = createClient(address, deps, { ...options, aliasOf: kind => names.aliases[kind] })
  const sync = createIndexSync(deps, client, names)
  // All is read again after a failure: not every two seconds.
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
      // A node without search serves the rest.
      isReady ||= error instanceof SearchEngineError
      throw error
    }
  }

  /** @returns whether the server has the whole catalogue */
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
    artists: query => answer(async () => (await searchArtists(client, query)).map(({ id }) => id)),
  }
}

function hitOf({ id, type }: Hit) {
  return { id, type: type as ContentType }
}
