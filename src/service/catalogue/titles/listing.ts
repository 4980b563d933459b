import { asc, desc, type SQL, sql } from 'drizzle-orm'
import type { ArtistCard, ContentCard } from '#src/contract/content.ts'
import type { Language } from '#src/contract/fields.ts'
import type { SORT_ORDERS } from '#src/contract/limits.ts'
import { preparedQuery } from '../../platform/db/prepared.ts'
import { contents } from '../../platform/db/schema/contents.ts'
import type { Deps } from '../../platform/deps.ts'
import { loadCards, warmCards } from './card.queries.ts'
import { type CardRow, cardRows } from './card-columns.ts'
import { cachedPerVersion } from './catalogue-cache.ts'
import { type Conditions, type Filter, listingConditions } from './filter.ts'

export type SortOrder = (typeof SORT_ORDERS)[number]
export type Page = { offset: number; count: number }
export type Listing = { items: ContentCard[]; total: number }
/** Lists the titles that match a text query. */
export type TextListing = (request: {
  text: string
  filter: Filter
  order: SortOrder | undefined
  page: Page
  language: Language
}) => Promise<SearchListing>
/** `artists` are those that the text names; `dropped_words` were left out because nothing matched all words. */
export type SearchListing = Listing & {
  search_query_id?: string
  artists?: ArtistCard[]
  dropped_words?: string[]
}

const SORT_COLUMNS = {
  default: contents.rank,
  most_visited: contents.viewCount,
  best_selling: contents.saleCount,
  rate: contents.rateScore,
  latest: contents.publishedAt,
} as const satisfies Record<SortOrder, unknown>

/** Offset from which a page may be nearer to the end than to the beginning. */
const DEEP = 500

/** Lists titles: the newest, highest or most first; equal ones by id, so that pages never repeat or skip a title. */
export async function listTitles(
  deps: Deps,
  filter: Filter,
  order: SortOrder,
  { offset, count }: Page,
  language: Language,
): Promise<Listing> {
  const conditions = await listingConditions(deps, filter)
  if (!conditions) return { items: [], total: 0 }
  const [total, first] = await Promise.all([
    countTitles(deps, conditions),
    offset < DEEP ? pageFrom(deps, conditions, order, 'desc', { offset, count }) : null,
  ])
  const ids = first ?? (await deepPage(deps, conditions, order, { offset, count }, total))
  return { items: await loadCards(deps, ids, language), total }
}

/** Returns the exact count, computed once per version of the catalogue. */
function countTitles(deps: Deps, conditions: Conditions): Promise<number> {
  return cachedPerVersion(deps, `count ${conditions.key}`, async () => {
    const { rows } = await deps.db.execute<{ total: number }>(
      sql`select count(*)::int as total from contents where ${conditions.where}`,
    )
    return rows[0]?.total ?? 0
  })
}

const DIRECTIONS = { asc, desc }
type Direction = keyof typeof DIRECTIONS

/** Returns the order of a listing, or its reverse. */
export function listingOrder(order: SortOrder, direction: Direction = 'desc'): SQL[] {
  return [SORT_COLUMNS[order], contents.id].map(column => DIRECTIONS[direction](column))
}

/** Reads from the end if that is shorter. */
async function deepPage(
  deps: Deps,
  conditions: Conditions,
  order: SortOrder,
  page: Page,
  total: number,
) {
  if (page.offset >= total) return []
  if (page.offset <= total / 2) return pageFrom(deps, conditions, order, 'desc', page)
  const count = Math.min(page.count, total - page.offset)
  const offset = total - page.offset - count
  return (await pageFrom(deps, conditions, order, 'asc', { offset, count })).toReversed()
}

/** Returns the ids of a page, queried once per version of the catalogue for all viewers and languages. */
function pageFrom(
  deps: Deps,
  conditions: Conditions,
  order: SortOrder,
  direction: Direction,
  page: Page,
): Promise<readonly string[]> {
  const key = `page ${page.offset} ${page.count} ${order} ${direction} ${conditions.key}`
  return cachedPerVersion(deps, key, async () => {
    const rows = await rowsFrom(deps, conditions, order, direction, page)
    await warmCards(deps, rows)
    return rows.map(({ id }) => id)
  })
}

/** Selects ids first, so that skipped rows are read from the index only. */
function rowsFrom(
  deps: Deps,
  { where, key }: Conditions,
  order: SortOrder,
  direction: Direction,
  page: Page,
): Promise<CardRow[]> {
  const sorted = listingOrder(order, direction)
  const build = (db: Deps['db']) => {
    const ids = db
      .select({ id: contents.id })
      .from(contents)
      .where(where)
      .orderBy(...sorted)
      .limit(sql.placeholder('count'))
      .offset(sql.placeholder('offset'))
    return cardRows(db, sql`${contents.id} in ${ids}`).orderBy(...sorted)
  }
  const name = `page by ${order} ${direction} of ${key}`
  return preparedQuery(deps.db, name, build, { isOneOfMany: true }).execute(page)
}
