import { listPopularTitles, recordSearchClick, search } from '#src/contract/endpoints/search.ts'
import { SEARCH_MIN_LENGTH } from '#src/contract/limits.ts'
import { searchLength } from '#src/lib/text/search-length.ts'
import type { Deps } from '../../platform/deps.ts'
import { maxAgeOfViewer } from '../../platform/http/age-band.ts'
import { invalidField } from '../../platform/http/api-error.ts'
import { router } from '../../platform/http/router.ts'
import { popularTitles } from './popular.ts'
import { panelWithPositions, searchPanel } from './search.ts'
import type { SearchAnalytics } from './search-analytics.ts'

/** Generous, because many households share an address. */
const SEARCHES = { points: 600, seconds: 60 }

export function searchRoutes(deps: Deps, analytics: SearchAnalytics) {
  const { on, app } = router(deps)

  on(search)(async ({ query, language, viewer, address }) => {
    if (searchLength(query.query) < SEARCH_MIN_LENGTH)
      throw invalidField('query', ['validation.minLength', { length: SEARCH_MIN_LENGTH }])
    await deps.limits.volume('search', address, SEARCHES)
    const found = await searchPanel(deps, query.query, language, maxAgeOfViewer(viewer))
    const { promoted_videos, movies, series, artists } = found
    const results = promoted_videos.length + movies.length + series.length + artists.length
    const queryId = analytics.search(query.query, results)
    const marked = panelWithPositions(found, queryId)
    return {
      ...marked,
      search_query_id: queryId,
      artists: { type: 'artist_carousel' as const, items: marked.artists },
    }
  })

  on(listPopularTitles)(async ({ language, viewer }) => ({
    items: await popularTitles(deps, language, maxAgeOfViewer(viewer)),
  }))

  on(recordSearchClick)(async ({ query, viewer, address }) => {
    await deps.limits.volume('search-click', address, SEARCHES)
    await analytics.click(query, viewer)
    return {}
  })

  return app
}
