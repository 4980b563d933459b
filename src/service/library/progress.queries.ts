/** How far a profile has watched titles, and the episode of a series that comes next. */
import { and, eq, inArray, or, sql } from 'drizzle-orm'
import type { Marks, NextEpisode } from '#src/contract/content.ts'
import { playableIds } from '../access/playable.ts'
import { watchProgress } from '../db/schema/player.ts'
import type { Deps } from '../deps.ts'
import { followingEpisode } from './following-episode.ts'
import { type Audience, shownTo } from './totals.ts'

export type WatchState = Pick<Marks, 'current_time' | 'progress' | 'next_episode'>

export const NOT_STARTED: WatchState = { current_time: 0, progress: null, next_episode: null }

type Progress = NonNullable<Marks['progress']>
type Row = { contentId: string; seriesId: string | null; progress: Progress }

/** Of titles that were started, by id. */
export async function watchStates(
  deps: Deps,
  ids: readonly string[],
  audience: Audience,
): Promise<Map<string, WatchState>> {
  const rows = await progressRows(deps, ids, audience)
  const asked = new Set(ids)
  const started = [...new Set(rows.flatMap(({ seriesId }) => seriesId ?? []))]
  const next = await nextEpisodes(
    deps,
    started.filter(id => asked.has(id)),
    audience,
  )
  const states = new Map<string, WatchState>()
  // Oldest first: a series has the position and progress of the episode that was watched last.
  for (const { contentId, seriesId, progress } of rows) {
    const { current_time } = progress
    states.set(contentId, { current_time, progress, next_episode: null })
    if (!seriesId || !asked.has(seriesId)) continue
    states.set(seriesId, { current_time, progress, next_episode: next.get(seriesId) ?? null })
  }
  return states
}

async function progressRows(
  deps: Deps,
  ids: readonly string[],
  { profileId }: Audience,
): Promise<Row[]> {
  if (ids.length === 0) return []
  const { contentId, seriesId, positionSeconds, durationSeconds, finishedAt, updatedAt } =
    watchProgress
  const rows = await deps.db
    .select({ contentId, seriesId, positionSeconds, durationSeconds, finishedAt })
    .from(watchProgress)
    .where(
      and(
        eq(watchProgress.profileId, profileId),
        or(inArray(contentId, [...ids]), inArray(seriesId, [...ids])),
      ),
    )
    .orderBy(updatedAt)
  return rows.map(row => ({
    contentId: row.contentId,
    seriesId: row.seriesId,
    progress: {
      current_time: row.positionSeconds,
      duration: row.durationSeconds,
      is_finished: row.finishedAt !== null,
    },
  }))
}

type NextRow = NextEpisode & { id: string; series_id: string } & Record<string, unknown>

/** By series. An episode that cannot be played yet is left out. */
async function nextEpisodes(
  deps: Deps,
  seriesIds: readonly string[],
  audience: Audience,
): Promise<Map<string, NextEpisode>> {
  if (seriesIds.length === 0) return new Map()
  const { rows } = await deps.db.execute<NextRow>(sql`
    select s.title_id as series_id, contents.id, contents.short_id,
      coalesce(contents.season_number, 1)::int as season, coalesce(contents.episode_number, 1)::int as number,
      coalesce(p.position_seconds, 0)::float8 as current_time,
      coalesce(p.duration_seconds, contents.duration_seconds, 0)::float8 as duration
    from started_titles s
    left join lateral ${followingEpisode(sql`s.content_id`)} following on s.is_finished
    join contents on contents.id = case when s.is_finished then following.id else s.content_id end
    left join watch_progress p on p.profile_id = s.profile_id and p.content_id = contents.id and not s.is_finished
    where s.profile_id = ${audience.profileId} and s.is_series
      and s.title_id in ${[...seriesIds]} and ${shownTo(audience)}`)
  const playable = await playableIds(
    deps,
    rows.map(({ id }) => id),
  )
  return new Map(
    rows
      .filter(({ id }) => playable.has(id))
      .map(({ id: _, series_id, ...next }) => [series_id, next]),
  )
}
