import { getArtist, getContent, listContents } from '#src/contract/endpoints/content.ts'
import { maxAgeOfViewer } from '../access/age-rating.ts'
import type { Deps } from '../deps.ts'
import { router } from '../http/router.ts'
import type { SearchAnalytics } from '../search/search-analytics.ts'
import { searchListing } from '../search/search-listing.ts'
import { artistPage } from './artist.queries.ts'
import { contentPage } from './content.ts'
import { listTitles } from './listing.ts'

export function catalogueRoutes(deps: Deps, recorder: SearchAnalytics) {
  const { on, app } = router(deps)

  on(listContents)(async ({ query, language, viewer }) => {
    const { offset, count, types, categories, flags, order } = query
    const filter = { types, categories, flags, maxAge: maxAgeOfViewer(viewer) }
    const page = { offset, count }
    const text = query.query?.trim()
    if (!text)
      return { ...(await listTitles(deps, filter, order ?? 'default', page, language)), ...page }
    const found = await searchListing(deps, { text, filter, order, page, language })
    if (offset > 0) return { ...found, ...page }
    const queryId = recorder.search(text, found.total)
    const items = found.items.map((card, index) => ({
      ...card,
      search_query_id: queryId,
      search_position: index + 1,
    }))
    return { items, total: found.total, search_query_id: queryId, ...page }
  })

  on(getContent)(async ({ params, language, viewer }) =>
    contentPage(deps, params.short_id, language, viewer),
  )

  on(getArtist)(async ({ params, language, viewer }) =>
    artistPage(deps, params.short_id, language, maxAgeOfViewer(viewer)),
  )

  return app
}
