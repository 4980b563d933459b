/** What this very viewer sees of titles: the flags that a page for everybody cannot know. */
import { and, eq, inArray, max, or } from 'drizzle-orm'
import type { ConditionalProp, Flag } from '#src/contract/content.ts'
import { bookmarks, votes, watchProgress } from '../db/schema/library.ts'
import type { Deps, Viewer } from '../deps.ts'
import { Refusal } from '../http/refusal.ts'
import { type Entitlement, entitlementsOf } from './entitlement.ts'

export type Marks = Pick<ConditionalProp, 'conditional_flag' | 'current_time'>

/** Ids that are not in the catalogue are left out. */
export async function marksOf(
  deps: Deps,
  ids: readonly string[],
  viewer: Viewer | null,
): Promise<Record<string, Marks>> {
  const profileId = viewer?.profile?.id
  const [entitlements, bookmarked, times] = await Promise.all([
    entitlementsOf(deps, ids, viewer),
    profileId ? bookmarkedOf(deps, ids, profileId) : new Set<string>(),
    profileId ? timesOf(deps, ids, profileId) : new Map<string, number>(),
  ])
  return Object.fromEntries(
    [...entitlements].map(([id, entitlement]) => [
      id,
      {
        conditional_flag: flagsOf(entitlement, bookmarked.has(id)),
        current_time: times.get(id) ?? 0,
      },
    ]),
  )
}

/** @throws Refusal not_found */
export async function conditionalProp(
  deps: Deps,
  id: string,
  viewer: Viewer | null,
): Promise<ConditionalProp> {
  const profileId = viewer?.profile?.id
  const [{ [id]: marks }, vote] = await Promise.all([
    marksOf(deps, [id], viewer),
    profileId ? voteOf(deps, id, profileId) : null,
  ])
  if (!marks) throw new Refusal('not_found')
  return { ...marks, vote }
}

function flagsOf({ isPlayable, isAgeRestricted, missing }: Entitlement, isBookmarked: boolean) {
  const flags: Flag[] = []
  if (isBookmarked) flags.push('bookmark')
  if (isPlayable) flags.push('playable')
  if (isAgeRestricted) flags.push('age_restricted')
  else if (missing === null) flags.push('has_access')
  return flags
}

async function bookmarkedOf(
  deps: Deps,
  ids: readonly string[],
  profileId: string,
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await deps.db
    .select({ contentId: bookmarks.contentId })
    .from(bookmarks)
    .where(and(eq(bookmarks.profileId, profileId), inArray(bookmarks.contentId, [...ids])))
  return new Set(rows.map(({ contentId }) => contentId))
}

/** Of a series, the place in the episode that was watched last is not its own: any place means begun. */
async function timesOf(
  deps: Deps,
  ids: readonly string[],
  profileId: string,
): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const { contentId, seriesId, positionSeconds } = watchProgress
  const rows = await deps.db
    .select({ contentId, seriesId, time: max(positionSeconds) })
    .from(watchProgress)
    .where(
      and(
        eq(watchProgress.profileId, profileId),
        or(inArray(contentId, [...ids]), inArray(seriesId, [...ids])),
      ),
    )
    .groupBy(contentId, seriesId)
  const times = new Map<string, number>()
  for (const row of rows) {
    times.set(row.contentId, row.time ?? 0)
    if (row.seriesId) times.set(row.seriesId, Math.max(times.get(row.seriesId) ?? 0, row.time ?? 0))
  }
  return times
}

async function voteOf(
  deps: Deps,
  contentId: string,
  profileId: string,
): Promise<ConditionalProp['vote']> {
  const [row] = await deps.db
    .select({ value: votes.value })
    .from(votes)
    .where(and(eq(votes.profileId, profileId), eq(votes.contentId, contentId)))
  if (!row) return null
  return row.value === 1 ? 'like' : 'dislike'
}
