import { asc, desc, type SQL, sql } from 'drizzle-orm'
import type { ContentCard } from '#src/contract/content.ts'
import type { Language } from '#src/contract/fields.ts'
import type { SORT_ORDERS } from '#src/contract/limits.ts'
import { prepared } from '../db/prepared.ts'
import { contents } from '../db/schema/contents.ts'
import type { Deps } from '../deps.ts'
import { loadCards, warmCards } from './card.queries.ts'
import { type CardRow, cardRows } from './card-columns.ts'
import { type Conditions, conditionsOf, type Filter } from './filter.ts'
import { cachedPerVersion } from './version-cache.ts'

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
}) => Promise<Listing & { search_query_id?: string }>

const SORT_COLUMNS = {
  default: contents.rank,
  most_visited: contents.viewCount,
  best_selling: contents.saleCount,
  rate: contents.rateScore,
  latest: contents.publishedAt,
} as const satisfies Record<SortOrder, unknown>

/** From here on a page may be nearer to the end than to the beginning. */
const DEEP = 500

/** Newest, highest, most first; equal ones by id, so that pages never repeat or skip a title. */
export async function listTitles(
  deps: Deps,
  filter: Filter,
  order: SortOrder,
  { offset, count }: Page,
  language: Language,
): Promise<Listing> {
  const conditions = await conditionsOf(deps, filter)
  if (!conditions) return { items: [], total: 0 }
  const [total, first] = await Promise.all([
    countTitles(deps, conditions),
    offset < DEEP ? pageFrom(deps, conditions, order, 'desc', { offset, count }) : null,
  ])
  const ids = first ?? (await deepPage(deps, conditions, order, { offset, count }, total))
  return { items: await loadCards(deps, ids, language), total }
}

/** Exact, and counted once for a version of the catalogue. */
export function countTitles(deps: Deps, conditions: Conditions): Promise<number> {
  return cachedPerVersion(deps, `count ${conditions.key}`, async () => {
    const { rows } = await deps.db.execute<{ total: number }>(
      sql`select count(*)::int as total from contents where ${conditions.where}`,
    )
    return rows[0]?.total ?? 0
  })
}

const DIRECTIONS = { asc, desc }
type Direction = keyof typeof DIRECTIONS

/** The order of a listing, or the same backwards. */
export function sortedBy(order: SortOrder, direction: Direction = 'desc'): SQL[] {
  return [SORT_COLUMNS[order], contents.id].map(column => DIRECTIONS[direction](column))
}

/** Walks from the end where that is the shorter way. */
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

/** The ids of a page, asked once for a version of the catalogue and whoever reads it in whichever language. */
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

/** Ids first: what is skipped is read from the index alone. */
function rowsFrom(
  deps: Deps,
  { where, key }: Conditions,
  order: SortOrder,
  direction: Direction,
  page: Page,
): Promise<CardRow[]> {
  const sorted = sortedBy(order, direction)
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
  return prepared(deps.db, name, build, { isOneOfMany: true }).execute(page)
}
