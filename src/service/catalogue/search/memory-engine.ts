import type { Deps } from '../../platform/deps.ts'
import { createCatalogueIndex } from './catalogue-index.ts'
import { matchArtists, matchTitles, wordsWithin } from './match.ts'
import type { SearchEngine } from './search-engine.ts'
import { createFilter, typeAt } from './title-entry.ts'
import { findWorks } from './works.queries.ts'

/** Creates an index in the memory of this node: a search takes less time than a call to another host. */
export function createMemoryEngine(deps: Pick<Deps, 'db' | 'now'>): SearchEngine {
  const index = createCatalogueIndex(deps)
  return {
    refresh: index.refresh,
    isReady: index.isLoaded,
    titles: async query => {
      await index.refresh()
      const titles = index.titles.view()
      const views = { titles, artists: index.artists.view() }
      const accepts = createFilter(query.filter, index.tags)
      const found = await matchTitles(views, query, accepts, ids => findWorks(deps, ids))
      return found.map(({ doc, match }) => {
        const hit = { id: titles.idOf(doc), type: typeAt(...titles.locate(doc)), match }
        if (query.by !== 'some') return hit
        return { ...hit, ...wordsWithin(titles.textOf(doc), query.text, { isWhole: false }) }
      })
    },
    artists: async query => {
      await index.refresh()
      const artists = index.artists.view()
      return matchArtists(artists, query).map(({ doc, match }) => {
        const hit = { id: artists.idOf(doc), match }
        if (query.by !== 'some') return hit
        return { ...hit, ...wordsWithin(artists.textOf(doc), query.text, { isWhole: true }) }
      })
    },
  }
}
