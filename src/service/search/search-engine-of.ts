import type { Deps } from '../deps.ts'
import { createMemoryEngine } from './memory-engine.ts'
import type { SearchEngine } from './search-engine.ts'

const engines = new WeakMap<object, SearchEngine>()

/** The search engine of this database. */
export function searchEngineOf(deps: Pick<Deps, 'db' | 'now'>): SearchEngine {
  const known = engines.get(deps.db)
  if (known) return known
  const engine = createMemoryEngine(deps)
  engines.set(deps.db, engine)
  return engine
}
