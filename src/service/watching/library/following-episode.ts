import { type SQL, sql } from 'drizzle-orm'

/** Returns a subquery with the `id` of the next episode in the same season, else of the first one in a later season. */
export function followingEpisode(contentId: SQL): SQL {
  return sql`(
    select e.id from contents done
    join contents done_season on done_season.id = done.season_id
    join lateral (
      (select e.id from contents e where e.season_id = done.season_id and e.type = 'episode'
        and e.episode_number > done.episode_number and e.removed_at is null order by e.episode_number limit 1)
      union all
      (select e.id from contents season join contents e on e.season_id = season.id and e.type = 'episode'
        where season.series_id = done.series_id and season.type = 'season_of_series'
          and season.season_number > done_season.season_number and e.removed_at is null
        order by season.season_number, e.episode_number limit 1)
      limit 1
    ) e on true
    where done.id = ${contentId}
  )`
}
