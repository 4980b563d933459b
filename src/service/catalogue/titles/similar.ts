/** Finds similar titles: common people weigh more than common genres. */
import { type SQL, sql } from 'drizzle-orm'
import { isListedWithinAgeParameter } from '../../accounts/access/age-rating.ts'
import { contents, isListedTitle } from '../../platform/db/schema/contents.ts'

const SHOWN = 12
/** Number of candidates with common people, and of those with common genres. */
const CANDIDATES = 16
/** A person with more titles than this indicates no similarity. */
const LIFEWORK = 40
const WEIGHTS = sql`case m.role when 'director' then 5 when 'cast' then 3 else 1 end`

/**
 * Builds a subquery with the ids of titles similar to the one that `{name}` identifies by short_id or id, the most
 * similar first. Seasons and episodes use their series; ties are stable. Requires the parameters `name` and `maxAge`.
 */
export function similarIds(): SQL<string[]> {
  const name = sql.placeholder('name')
  return nearest(sql`short_id = ${name} or id = ${name}`, isListedWithinAgeParameter)
}

/** Builds the same for each title of a query: `id` is a column of it, `allowed` a condition on `contents`. */
export function similarIdsTo(id: SQL, allowed: SQL): SQL<string[]> {
  return nearest(sql`id = ${id}`, allowed)
}

function nearest(isAsked: SQL, allowed: SQL): SQL<string[]> {
  const shown = sql`${isListedTitle(contents)} and ${contents.id} <> (select id from asked) and ${allowed}`
  return sql<string[]>`array(
    with named as (
      select coalesce(series_id, id) as id, case when series_id is null then type else 'series' end as type
      from contents where ${isAsked} limit 1),
    asked as (select named.id, named.type, category_ids from named join contents on contents.id = named.id),
    mine as (
      select artist_id, role from credits where content_id = (select id from asked) order by position, artist_id limit 12),
    by_people as (
      select c.content_id as id, sum(${WEIGHTS}) as weight
      from mine m cross join lateral (
        select content_id from credits where artist_id = m.artist_id order by content_id limit ${LIFEWORK}) c
      group by 1 order by 2 desc, 1 limit ${CANDIDATES}),
    by_genre as (
      select contents.id as id, 0 as weight from contents
      where ${shown} and type = (select type from asked) and category_ids && (select category_ids from asked)
      order by rank desc, id desc limit ${CANDIDATES}),
    near as (select id, sum(weight) as weight from (table by_people union all table by_genre) u group by 1)
    select contents.id from near join contents on contents.id = near.id where ${shown}
    order by near.weight + 2 * (select count(*) from unnest(category_ids) as kind(id)
        where kind.id = any ((select category_ids from asked)::text[])) desc, rank desc, contents.id
    limit ${SHOWN})`
}
