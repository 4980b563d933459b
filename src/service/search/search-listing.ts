import { inArray } from 'drizzle-orm'
import { loadCards } from '../catalogue/card.queries.ts'
import { conditionsOf } from '../catalogue/filter.ts'
import { type Listing, type SortOrder, sortedBy, type TextListing } from '../catalogue/listing.ts'
import { contents } from '../db/schema/contents.ts'
import type { Deps } from '../deps.ts'
import { withPositions } from './search.ts'
import type { SearchAnalytics } from './search-analytics.ts'
import { RESULTS_MAX } from './search-engine.ts'
import { searchEngineOf } from './search-engine-of.ts'

/** Records each search, unless it is a further page, so that clicks on its results can be counted. */
export function createTextListing(deps: Deps, analytics: SearchAnalytics): TextListing {
  return async request => {
    const found = await searchListing(deps, request)
    if (request.page.offset > 0) return found
    const queryId = analytics.search(request.text, found.total)
    return { ...found, items: withPositions(found.items, queryId), search_query_id: queryId }
  }
}

/** Search results as a listing, by relevance or in the requested order. */
async function searchListing(
  deps: Deps,
  { text, filter, order = 'default', page, language }: Parameters<TextListing>[0],
): Promise<Listing> {
  const conditions = await conditionsOf(deps, filter)
  if (!conditions) return { items: [], total: 0 }
  const query = { text, filter: conditions.filter, limit: RESULTS_MAX }
  const hits = await searchEngineOf(deps).titles(query)
  const found = hits.map(({ id }) => id)
  const ids = order === 'default' ? found : await inOrder(deps, found, order)
  const shown = ids.slice(page.offset, page.offset + page.count)
  return { items: await loadCards(deps, shown, language, filter.maxAge), total: found.length }
}

async function inOrder(deps: Deps, ids: string[], order: SortOrder): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await deps.db
    .select({ id: contents.id })
    .from(contents)
    .where(inArray(contents.id, ids))
    .orderBy(...sortedBy(order))
  return rows.map(({ id }) => id)
}
