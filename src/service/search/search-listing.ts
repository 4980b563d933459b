import { inArray } from 'drizzle-orm'
import type { ContentCard } from '#src/contract/content.ts'
import type { Language } from '#src/contract/fields.ts'
import { loadCards } from '../catalogue/card.queries.ts'
import { conditionsOf, type Filter } from '../catalogue/filter.ts'
import { type Page, type SortOrder, sortedBy } from '../catalogue/listing.ts'
import { contents } from '../db/schema/contents.ts'
import type { Deps } from '../deps.ts'
import { matchTitles } from './match.ts'

export type SearchListing = {
  text: string
  filter: Filter
  order: SortOrder | undefined
  page: Page
  language: Language
}

/** A listing of search results, by relevance or in the requested order. */
export async function searchListing(
  deps: Deps,
  { text, filter, order = 'default', page, language }: SearchListing,
): Promise<{ items: ContentCard[]; total: number }> {
  const conditions = await conditionsOf(deps, filter)
  if (!conditions) return { items: [], total: 0 }
  const hits = await matchTitles(deps, text, conditions.accepts)
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
