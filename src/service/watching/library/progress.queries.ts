/** Progress of a profile in titles, and the next episode of a series. */
import { sql } from 'drizzle-orm'
import type { Marks, NextEpisode } from '#src/contract/content.ts'
import { findPlayableIds } from '../../accounts/access/playable.ts'
import { preparedSql } from '../../platform/db/prepared.ts'
import type { Deps } from '../../platform/deps.ts'
import { followingEpisode } from './following-episode.ts'
import { type Audience, isShownParameter } from './totals.ts'

export type WatchState = Pick<Marks, 'current_time' | 'progress' | 'next_episode'>

export const NOT_STARTED: WatchState = { current_time: 0, progress: null, next_episode: null }

type Progress = NonNullable<Marks['progress']>
type Row = { contentId: string; seriesId: string | null; progress: Progress }

/** Returns the state of started titles, by id. */
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
  // Oldest first, so that a series has the progress of the last watched episode.
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
  const query = preparedSql<ProgressRow>(
    deps.db,
    'progress in titles',
    () => sql`
      select content_id, series_id, position_seconds, duration_seconds, finished_at is not null as is_finished
      from watch_progress where profile_id = ${sql.placeholder('profileId')}
        and (content_id = any(${sql.placeholder('ids')}::text[]) or series_id = any(${sql.placeholder('ids')}::text[]))
      order by updated_at`,
  )
  return (await query.execute({ profileId, ids })).map(row => ({
    contentId: row.content_id,
    seriesId: row.series_id,
    progress: {
      current_time: row.position_seconds,
      duration: row.duration_seconds,
      is_finished: row.is_finished,
    },
  }))
}

type ProgressRow = {
  content_id: string
  series_id: string | null
  position_seconds: number
  duration_seconds: number
  is_finished: boolean
}

type NextRow = NextEpisode & { id: string; series_id: string } & Record<string, unknown>

/** Returns next episodes by series. An episode that cannot be played yet is left out. */
async function nextEpisodes(
  deps: Deps,
  seriesIds: readonly string[],
  audience: Audience,
): Promise<Map<string, NextEpisode>> {
  if (seriesIds.length === 0) return new Map()
  const query = preparedSql<NextRow>(
    deps.db,
    'next episodes of series',
    () => sql`
    select s.title_id as series_id, contents.id, contents.short_id,
      coalesce(contents.season_number, 1)::int as season, coalesce(contents.episode_number, 1)::int as number,
      coalesce(p.position_seconds, 0)::float8 as current_time,
      coalesce(p.duration_seconds, contents.duration_seconds, 0)::float8 as duration
    from started_titles s
    left join lateral ${followingEpisode(sql`s.content_id`)} following on s.is_finished
    join contents on contents.id = case when s.is_finished then following.id else s.content_id end
    left join watch_progress p on p.profile_id = s.profile_id and p.content_id = contents.id and not s.is_finished
    where s.profile_id = ${sql.placeholder('profileId')} and s.is_series
      and s.title_id = any(${sql.placeholder('seriesIds')}::text[]) and ${isShownParameter}`,
  )
  const rows = await query.execute({ ...audience, seriesIds })
  const playable = await findPlayableIds(
    deps,
    rows.map(({ id }) => id),
  )
  return new Map(
    rows
      .filter(({ id }) => playable.has(id))
      .map(({ id: _, series_id, ...next }) => [series_id, next]),
  )
}
