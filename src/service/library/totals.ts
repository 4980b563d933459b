/** How many rows a list of a profile shows: the stored number without the titles that it leaves out. */
import { and, isNull, type SQL, sql } from 'drizzle-orm'
import { withinAge } from '../access/age-rating.ts'
import { cachedEachPerVersion } from '../catalogue/version-cache.ts'
import { type CountedList, storedCount } from '../db/list-counts.ts'
import { contents } from '../db/schema/contents.ts'
import type { Deps } from '../deps.ts'

/** Whose list, up to which age. */
export type Audience = { profileId: string; maxAge: number | null }

/** In a child's list with more rows, titles above its age limit count. */
const CHILD_ROWS = 1_000

/** Titles that are there and not above the age limit. The query must not alias `contents`. */
export function shownTo({ maxAge }: Audience): SQL {
  return and(isNull(contents.removedAt), withinAge(maxAge)) ?? sql`true`
}

export type Total = {
  lists: CountedList[]
  /** Counts rows of removed titles, by the index of removed titles. */
  removed: SQL
  /** Counts the rows that are shown, by looking at all of them. */
  shown: SQL
}

export async function totalOf(deps: Deps, audience: Audience, total: Total): Promise<number> {
  const { profileId, maxAge } = audience
  const stored = await numberOf(deps, storedCount(profileId, ...total.lists))
  if (stored === 0) return 0
  // What is left out changes with the catalogue or with the list.
  const key = [profileId, maxAge, ...total.lists, stored].join(' ')
  const hidden = await cachedEachPerVersion(deps, 'hidden rows', [key], async () => [
    [key, await hiddenRows(deps, audience, total, stored)],
  ])
  return Math.max(0, stored - (hidden.get(key) ?? 0))
}

async function hiddenRows(
  deps: Deps,
  { maxAge }: Audience,
  { removed, shown }: Total,
  stored: number,
): Promise<number> {
  const isCounted = maxAge !== null && stored <= CHILD_ROWS
  return isCounted
    ? stored - (await numberOf(deps, sql`(${shown})`))
    : numberOf(deps, sql`(${removed})`)
}

async function numberOf({ db }: Deps, count: SQL): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`select ${count}::int as count`)
  return rows[0]?.count ?? 0
}
