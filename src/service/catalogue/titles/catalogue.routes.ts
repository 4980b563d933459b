import { getArtist, getContent, listContents } from '#src/contract/endpoints/content.ts'
import type { Deps } from '../../platform/deps.ts'
import { router } from '../../platform/http/router.ts'
import { artistPage } from './artist.queries.ts'
import { contentPage } from './content.ts'
import { listTitles, type TextListing } from './listing.ts'
import { namedCategories } from './named-categories.ts'

/** @param listByText implemented by the search domain, which depends on this one */
export function catalogueRoutes(deps: Deps, listByText: TextListing) {
  const { on, app } = router(deps)

  on(listContents)(async ({ query, language, maxAge }) => {
    const { offset, count, types, categories, flags, order } = query
    const filter = { types, categories, flags, maxAge }
    const page = { offset, count }
    const text = query.query?.trim()
    const listing = text
      ? await listByText({ text, filter, order, page, language })
      : await listTitles(deps, filter, order ?? 'default', page, language)
    if (!categories) return { ...listing, ...page }
    const named = await namedCategories(deps, categories, language)
    return { ...listing, ...page, categories: named }
  })

  on(getContent)(async ({ params, language, maxAge }) =>
    contentPage(deps, params.short_id, language, maxAge),
  )

  on(getArtist)(async ({ params, language, maxAge }) =>
    artistPage(deps, params.short_id, language, maxAge),
  )

  return app
}
