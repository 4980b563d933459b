import { inArray } from 'drizzle-orm'
import { contents } from '../../platform/db/schema/contents.ts'
import type { Deps } from '../../platform/deps.ts'
import { artistCards } from '../titles/artist.queries.ts'
import { loadCards } from '../titles/card.queries.ts'
import { listingConditions } from '../titles/filter.ts'
import {
  listingOrder,
  type SearchListing,
  type SortOrder,
  type TextListing,
} from '../titles/listing.ts'
import { searchUnderstood } from './meaning/understood-search.ts'
import { withPositions } from './search.ts'
import type { SearchAnalytics } from './search-analytics.ts'
import { RESULTS_MAX } from './search-engine.ts'
import { createSearchEngine } from './search-engine-of.ts'

/** Maximum number of artists above the titles, if the query names them. */
const ARTISTS = 3

/** Records each search, except further pages, so that clicks on its results can be counted. */
export function createTextListing(deps: Deps, analytics: SearchAnalytics): TextListing {
  return async request => {
    const found = await searchListing(deps, request)
    if (request.page.offset > 0) return found
    const queryId = analytics.search(request.text, found.total)
    return { ...found, items: withPositions(found.items, queryId), search_query_id: queryId }
  }
}

/** Returns search results as a listing, by relevance or in the requested order. */
async function searchListing(
  deps: Deps,
  { text, filter, order = 'default', page, language }: Parameters<TextListing>[0],
): Promise<SearchListing> {
  const conditions = await listingConditions(deps, filter)
  if (!conditions) return { items: [], total: 0 }
  const engine = createSearchEngine(deps)
  const understood = await searchUnderstood(deps, engine, {
    text,
    filter: conditions.filter,
    limit: RESULTS_MAX,
    artists: ARTISTS,
    correctsArtists: false,
  })
  const found = understood.titles.map(({ id }) => id)
  const ids = order === 'default' ? found : await inOrder(deps, found, order)
  const shown = ids.slice(page.offset, page.offset + page.count)
  const named = understood.isArtistFirst && page.offset === 0 ? understood.artists : []
  const [items, artists] = await Promise.all([
    loadCards(deps, shown, language, filter.maxAge),
    artistCards(deps, named, language),
  ])
  return { items, total: found.length, artists, dropped_words: understood.dropped }
}

async function inOrder(deps: Deps, ids: string[], order: SortOrder): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await deps.db
    .select({ id: contents.id })
    .from(contents)
    .where(inArray(contents.id, ids))
    .orderBy(...listingOrder(order))
  return rows.map(({ id }) => id)
}
