import type { Deps } from '../deps.ts'
import { createCatalogueIndex } from './catalogue-index.ts'
import { matchArtists, matchTitles } from './match.ts'
import type { SearchEngine } from './search-engine.ts'
import { acceptsOf, typeAt } from './title-entry.ts'
import { worksOf } from './works.queries.ts'

/** An index in the memory of this node: a search takes less than a call to another host. */
export function createMemoryEngine(deps: Pick<Deps, 'db' | 'now'>): SearchEngine {
  const index = createCatalogueIndex(deps)
  return {
    refresh: index.refresh,
    isReady: index.isLoaded,
    titles: async query => {
      await index.refresh()
      const titles = index.titles.view()
      const views = { titles, artists: index.artists.view() }
      const accepts = acceptsOf(query.filter, index.tags)
      const docs = await matchTitles(views, query, accepts, ids => worksOf(deps, ids))
      return docs.map(doc => ({ id: titles.idOf(doc), type: typeAt(...titles.locate(doc)) }))
    },
    artists: async query => {
      await index.refresh()
      const artists = index.artists.view()
      return matchArtists(artists, query).map(artists.idOf)
    },
  }
}
