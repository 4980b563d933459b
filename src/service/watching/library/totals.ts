/** Counts the visible rows of a profile's list: the stored number minus hidden titles. */
import { and, isNull, type SQL, sql } from 'drizzle-orm'
import { isWithinAge, isWithinAgeParameter } from '../../accounts/access/age-rating.ts'
import { cachedEachPerVersion } from '../../catalogue/titles/catalogue-cache.ts'
import { type CountedList, storedCount } from '../../platform/db/list-counts.ts'
import { contents } from '../../platform/db/schema/contents.ts'
import type { Deps } from '../../platform/deps.ts'

/** Profile and age limit of a list. */
export type Audience = { profileId: string; maxAge: number | null }

/** Above this number of rows, a child's list counts titles above the age limit too. */
const CHILD_ROWS = 1_000

/** `isShownTo` for a prepared query with the parameter `maxAge`. */
export const isShownParameter = sql`(contents.removed_at is null and ${isWithinAgeParameter})`

/** Condition for existing titles within the age limit. The query must not alias `contents`. */
export function isShownTo({ maxAge }: Audience): SQL {
  return and(isNull(contents.removedAt), isWithinAge(maxAge)) ?? sql`true`
}

export type Total = {
  lists: CountedList[]
  /** Number of the rows in the lists, if the caller has read it. */
  stored?: number
  /** Query that counts rows of removed titles with the index of removed titles. */
  removed: SQL
  /** Query that counts the visible rows by checking all of them. */
  shown: SQL
}

export async function countVisibleRows(
  deps: Deps,
  audience: Audience,
  total: Total,
): Promise<number> {
  const { profileId, maxAge } = audience
  const stored = total.stored ?? (await numberOf(deps, storedCount(profileId, ...total.lists)))
  if (stored === 0) return 0
  // The number of hidden titles changes with the catalogue or with the list.
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
