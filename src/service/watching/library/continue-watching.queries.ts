/**
 * Titles that were started and not finished, and the next episode after a finished one, from its beginning. A series
 * appears once.
 */
import { type SQL, sql } from 'drizzle-orm'
import { storedCount } from '../../platform/db/list-counts.ts'
import { afterKeyParameter, type Page, pageParameters } from '../../platform/db/page-key.ts'
import { preparedSql } from '../../platform/db/prepared.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Owner } from './bookmarks.queries.ts'
import { followingEpisode } from './following-episode.ts'
import { countVisibleRows, isShownParameter, isShownTo } from './totals.ts'
import { type WatchedPage, watchedPage } from './watched-cards.ts'

/** Number of newest series with a finished last episode for which the next episode is looked up. */
const FINISHED_SERIES = 100

export async function continueWatchingPage(
  deps: Deps,
  owner: Owner,
  page: Page,
): Promise<WatchedPage> {
  const { profileId, maxAge } = owner
  const values = { profileId, maxAge, ...pageParameters(page) }
  const found = await preparedPage(deps).execute(values)
  const [first = { stored: 0, next: 0 }] = found
  const unfinished = await countVisibleRows(deps, owner, {
    lists: ['unfinished'],
    stored: first.stored,
    removed: sql`select count(*) from contents join started_titles s on s.profile_id = ${profileId}
        and s.title_id = coalesce(contents.series_id, contents.id) and s.content_id = contents.id and not s.is_finished
      where contents.removed_at is not null`,
    shown: sql`select count(*) from ${unfinishedTitles(sql`${profileId}`)} where ${isShownTo(owner)}`,
  })
  const rows = found.flatMap(row => (row.id && row.at ? [{ ...row, id: row.id, at: row.at }] : []))
  return watchedPage(deps, owner, page, { rows, total: unfinished + first.next })
}

type Row = {
  stored: number
  next: number
  /** Null, like the columns below, in the row of an empty page. */
  id: string | null
  at: Date | null
  key: string
  time: number
  duration: number
}

/** The stored number of unfinished titles and that of next episodes are in every row, and in a row of their own for an empty page. */
function preparedPage({ db }: Deps) {
  const profileId = sql`${sql.placeholder('profileId')}`
  const [at, key] = [sql`s.updated_at`, sql`s.title_id`]
  const from = afterKeyParameter(at, key)
  const [count, skipped] = [sql.placeholder('count'), sql.placeholder('skipped')]
  return preparedSql<Row>(
    db,
    'continue watching',
    () => sql`
      with unfinished as (
        select contents.id, s.title_id, s.updated_at, p.position_seconds, p.duration_seconds from ${unfinishedTitles(profileId)}
        join watch_progress p on p.profile_id = s.profile_id and p.content_id = s.content_id
        where ${isShownParameter} and ${from} order by ${at} desc, ${key} desc limit ${skipped}::int + ${count}::int
      ), next as (${nextEpisodes(profileId)})
      select counts.stored, counts.next, page.* from (
        select ${storedCount(sql.placeholder('profileId'), 'unfinished')} as stored, (select count(*)::int from next) as next
      ) counts left join lateral (
        select s.id, s.title_id as key, s.updated_at as at, s.position_seconds as time, s.duration_seconds as duration
        from (select * from unfinished union all select * from next s where ${from}) s
        order by ${at} desc, ${key} desc limit ${count} offset ${skipped}
      ) page on true order by page.at desc, page.key desc`,
  )
}

function unfinishedTitles(profileId: SQL) {
  return sql`started_titles s join contents
    on contents.id = s.content_id and s.profile_id = ${profileId} and not s.is_finished`
}

/** Selects the next episode after the newest finished one of each series. */
function nextEpisodes(profileId: SQL) {
  return sql`select contents.id, s.title_id, s.updated_at, 0::float8 as position_seconds,
      coalesce(contents.duration_seconds, 0)::float8 as duration_seconds
    from (
      select title_id, content_id, updated_at from started_titles
      where profile_id = ${profileId} and is_finished and is_series
      order by updated_at desc, title_id desc limit ${FINISHED_SERIES}
    ) s
    join lateral ${followingEpisode(sql`s.content_id`)} following on true
    join contents on contents.id = following.id
    where ${isShownParameter}`
}
