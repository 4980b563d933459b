import { and, asc, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm'
import { MINUTE_MS } from '#src/lib/text/milliseconds.ts'
import { countView } from '../../catalogue/titles/content.queries.ts'
import { videoFiles } from '../../platform/db/schema/catalogue.ts'
import { contents } from '../../platform/db/schema/contents.ts'
import { watchHistory, watchProgress } from '../../platform/db/schema/player.ts'
import type { Deps } from '../../platform/deps.ts'
import type { ContentFile } from './file-to-play.ts'
import { countWatch } from './watch-days.ts'

/** A play within this time of the last one counts as the same view. */
const SAME_VIEW_MINUTES = 30

/**
 * Removes the position of a film or episode. For a series it removes those of all episodes, because otherwise the next
 * episode would appear instead.
 */
export async function removePosition(deps: Deps, profileId: string, id: string): Promise<void> {
  const series = deps.db
    .select({ id: sql<string>`coalesce(${contents.seriesId}, ${contents.id})` })
    .from(contents)
    .where(eq(contents.id, id))
  await deps.db
    .delete(watchProgress)
    .where(
      and(
        eq(watchProgress.profileId, profileId),
        or(eq(watchProgress.contentId, id), inArray(watchProgress.seriesId, series)),
      ),
    )
}

/**
 * Updates the watch history, and counts a view unless it continues the last one.
 * @returns true for a new view
 */
export async function recordView(
  deps: Deps,
  profileId: string,
  contentId: string,
): Promise<boolean> {
  const now = deps.now()
  const before = new Date(now.getTime() - SAME_VIEW_MINUTES * MINUTE_MS)
  const [row] = await deps.db
    .insert(watchHistory)
    .values({ profileId, contentId, firstWatchedAt: now, lastWatchedAt: now })
    .onConflictDoUpdate({
      target: [watchHistory.profileId, watchHistory.contentId],
      set: { lastWatchedAt: now, plays: sql`${watchHistory.plays} + 1` },
      setWhere: sql`${watchHistory.lastWatchedAt} < ${before}`,
    })
    .returning({ contentId: watchHistory.contentId })
  if (!row) return false
  await countView(deps.db, contentId)
  countWatch(deps, contentId, { views: 1 })
  return true
}

/** Returns the next episode of the same series, across seasons. */
export async function nextEpisodeId(
  deps: Deps,
  { seriesId, seasonNumber, episodeNumber }: ContentFile['content'],
): Promise<string | null> {
  if (seriesId === null || episodeNumber === null) return null
  const season = seasonNumber ?? 1
  const [row] = await deps.db
    .select({ id: contents.id })
    .from(contents)
    .innerJoin(
      videoFiles,
      and(eq(videoFiles.contentId, contents.id), eq(videoFiles.kind, 'primary')),
    )
    .where(
      and(
        eq(contents.seriesId, seriesId),
        eq(contents.type, 'episode'),
        isNull(contents.removedAt),
        or(
          gt(contents.seasonNumber, season),
          and(eq(contents.seasonNumber, season), gt(contents.episodeNumber, episodeNumber)),
        ),
      ),
    )
    .orderBy(asc(contents.seasonNumber), asc(contents.episodeNumber))
    .limit(1)
  return row?.id ?? null
}
