import { createMemoryEngine } from './memory-engine.ts'
import { createOpenSearchEngine, type OpenSearchDeps } from './opensearch/opensearch-engine.ts'
import type { SearchEngine } from './search-engine.ts'

const engines = new WeakMap<object, SearchEngine>()

/** Returns the search engine of this database: the server at SEARCH_URL, or an index in memory. */
export function createSearchEngine(deps: OpenSearchDeps): SearchEngine {
  const known = engines.get(deps.db)
  if (known) return known
  const { SEARCH_URL: address } = deps.env
  const engine = address ? createOpenSearchEngine(deps, address) : createMemoryEngine(deps)
  engines.set(deps.db, engine)
  return engine
}
