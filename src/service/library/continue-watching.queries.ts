/** Titles that were started and not finished; after a finished episode the next one, from its beginning. A series appears once. */
import { sql } from 'drizzle-orm'
import { afterKey, type Page, skipped } from '../db/page-key.ts'
import type { Deps } from '../deps.ts'
import type { Owner } from './bookmarks.queries.ts'
import { followingEpisode } from './following-episode.ts'
import { shownTo, totalOf } from './totals.ts'
import { type Watched, type WatchedPage, watchedPage } from './watched-cards.ts'

/** Of so many series whose last watched episode is finished, the newest ones, the next episode is looked up. */
const FINISHED_SERIES = 100

export async function continuePage(deps: Deps, owner: Owner, page: Page): Promise<WatchedPage> {
  const [at, key] = [sql`s.updated_at`, sql`s.title_id`]
  const from = afterKey(at, key, page) ?? sql`true`
  const [{ rows }, unfinished, { rows: next }] = await Promise.all([
    deps.db.execute<Watched>(sql`
      with unfinished as (
        select contents.id, s.title_id, s.updated_at, p.position_seconds, p.duration_seconds from ${unfinishedTitles(owner)}
        join watch_progress p on p.profile_id = s.profile_id and p.content_id = s.content_id
        where ${shownTo(owner)} and ${from} order by ${at} desc, ${key} desc limit ${skipped(page) + page.count}
      ), next as (${nextEpisodes(owner)})
      select s.id, s.title_id as key, s.updated_at as at, s.position_seconds as time, s.duration_seconds as duration
      from (select * from unfinished union all select * from next s where ${from}) s
      order by ${at} desc, ${key} desc limit ${page.count} offset ${skipped(page)}`),
    totalOf(deps, owner, {
      lists: ['unfinished'],
      removed: sql`select count(*) from contents join started_titles s on s.profile_id = ${owner.profileId}
          and s.title_id = coalesce(contents.series_id, contents.id) and s.content_id = contents.id and not s.is_finished
        where contents.removed_at is not null`,
      shown: sql`select count(*) from ${unfinishedTitles(owner)} where ${shownTo(owner)}`,
    }),
    deps.db.execute<{ total: number }>(
      sql`select count(*)::int as total from (${nextEpisodes(owner)}) next`,
    ),
  ])
  return watchedPage(deps, owner, page, { rows, total: unfinished + (next[0]?.total ?? 0) })
}

function unfinishedTitles({ profileId }: Owner) {
  return sql`started_titles s join contents
    on contents.id = s.content_id and s.profile_id = ${profileId} and not s.is_finished`
}

/** After the newest finished episode of each series. */
function nextEpisodes(owner: Owner) {
  return sql`select contents.id, s.title_id, s.updated_at, 0::float8 as position_seconds,
      coalesce(contents.duration_seconds, 0)::float8 as duration_seconds
    from (
      select title_id, content_id, updated_at from started_titles
      where profile_id = ${owner.profileId} and is_finished and is_series
      order by updated_at desc, title_id desc limit ${FINISHED_SERIES}
    ) s
    join lateral ${followingEpisode(sql`s.content_id`)} following on true
    join contents on contents.id = following.id
    where ${shownTo(owner)}`
}
