import { and, eq, inArray, or, sql } from 'drizzle-orm'
import { MINUTE_MS } from '#src/lib/text/milliseconds.ts'
import {
  type AccessTitle,
  accessColumns,
  accessTitleOf,
  type TitleColumns,
} from '../../accounts/access/access.queries.ts'
import { countView } from '../../catalogue/titles/content.queries.ts'
import { preparedSql } from '../../platform/db/prepared.ts'
import { contents } from '../../platform/db/schema/contents.ts'
import { watchProgress } from '../../platform/db/schema/player.ts'
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
  const value = sql.placeholder
  const query = preparedSql<{ content_id: string }>(
    deps.db,
    'view of a profile',
    () => sql`insert into watch_history as h (profile_id, content_id, first_watched_at, last_watched_at)
      values (${value('profileId')}, ${value('contentId')}, ${value('now')}, ${value('now')})
      on conflict (profile_id, content_id) do update set last_watched_at = excluded.last_watched_at, plays = h.plays + 1
      where h.last_watched_at < ${value('before')} returning content_id`,
  )
  const [row] = await query.execute({ profileId, contentId, now, before })
  if (!row) return false
  await countView(deps.db, contentId)
  countWatch(deps, contentId, { views: 1 })
  return true
}

/** Returns the next episode of the same series, across seasons, with what decides about access to it. */
export async function nextEpisode(
  deps: Deps,
  { seriesId, seasonNumber, episodeNumber }: ContentFile['content'],
): Promise<AccessTitle | null> {
  if (seriesId === null || episodeNumber === null) return null
  const value = sql.placeholder
  const query = preparedSql<TitleColumns & { id: string }>(
    deps.db,
    'next episode',
    () => sql`select contents.id, contents.published_at as "publishedAt", contents.unpublish_at as "unpublishAt", ${accessColumns}
      from contents where contents.id = (
        select e.id from contents e join video_files f on f.content_id = e.id and f.kind = 'primary'
        where e.series_id = ${value('seriesId')} and e.type = 'episode' and e.removed_at is null
        and (e.season_number, e.episode_number) > (${value('season')}::int, ${value('episode')}::int)
        order by e.season_number, e.episode_number limit 1)`,
  )
  const [row] = await query.execute({
    seriesId,
    season: seasonNumber ?? 1,
    episode: episodeNumber,
  })
  return row ? accessTitleOf(row, deps.now()) : null
}
