/** The most watched titles of recent days, by views; episodes count for their series. */
import { sql } from 'drizzle-orm'
import type { ContentCard } from '#src/contract/content.ts'
import type { Language } from '#src/contract/fields.ts'
import { TOP_DAYS } from '#src/contract/limits.ts'
import { DAY_MS } from '#src/lib/text/milliseconds.ts'
import { toWire } from '#src/lib/text/tehran.ts'
import type { Deps } from '../../platform/deps.ts'
import { loadCards } from './card.queries.ts'
import { type Filter, listingConditions } from './filter.ts'

/**
 * Returns the most viewed titles over days in Tehran, including today. Remaining places are filled with the most
 * visited titles.
 */
export async function topTitles(
  deps: Deps,
  filter: Filter,
  count: number,
  language: Language,
): Promise<ContentCard[]> {
  const conditions = await listingConditions(deps, filter)
  if (!conditions) return []
  const since = new Date(deps.now().getTime() - (TOP_DAYS - 1) * DAY_MS)
  const { rows } = await deps.db.execute<{ id: string }>(sql`
    with watched as (
      select coalesce(part.series_id, part.id) as id, sum(d.views) as views, sum(d.seconds) as seconds
      from content_watch_days d join contents part on part.id = d.content_id
      where d.day >= ${toWire(since).slice(0, 10)}::date group by 1
    ), top as (
      select contents.id, w.views, w.seconds, contents.view_count
      from watched w join contents on contents.id = w.id
      where w.views > 0 and ${conditions.where}
      order by w.views desc, w.seconds desc, contents.id desc limit ${count}
    ), visited as (
      select contents.id, 0 as views, 0 as seconds, contents.view_count from contents
      where ${conditions.where} and contents.id not in (select id from top)
      order by contents.view_count desc, contents.id desc limit ${count}
    )
    select id from (select * from top union all select * from visited) candidates
    order by views desc, seconds desc, view_count desc, id desc limit ${count}`)
  return loadCards(
    deps,
    rows.map(({ id }) => id),
    language,
    filter.maxAge,
  )
}
