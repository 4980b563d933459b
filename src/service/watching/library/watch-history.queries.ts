/** Watch history of a profile, newest first; a series appears once, with its newest episode. */
import { type SQL, sql } from 'drizzle-orm'
import type { CountedList } from '../../platform/db/list-counts.ts'
import { afterKeyCondition, type Page, skippedRows } from '../../platform/db/page-key.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Owner } from './bookmarks.queries.ts'
import { countVisibleRows, isShownTo } from './totals.ts'
import { type Watched, type WatchedPage, watchedPage } from './watched-cards.ts'

/**
 * Returns a page of the history. `type` is single_video, series (each once) or episode; without it, films and series.
 */
export async function watchHistoryPage(
  deps: Deps,
  owner: Owner,
  page: Page,
  type?: string,
): Promise<WatchedPage> {
  const list = type === 'episode' ? episodes(owner) : titles(owner, type)
  if (!list) return watchedPage(deps, owner, page, { rows: [], total: 0 })
  const { from, columns, at, key, lists, removed } = list
  const isFar = list.rows !== undefined && owner.maxAge === null && skippedRows(page) > FAR
  const start = isFar
    ? sql`(${at}, ${key}) < ((select at from start), (select key from start))`
    : (afterKeyCondition(at, key, page) ?? sql`true`)
  const [{ rows }, total] = await Promise.all([
    deps.db.execute<Watched>(sql`
      with start as materialized (
        select ${at} as at, ${key} as key from ${list.rows ?? from}
        order by ${at} desc, ${key} desc limit ${isFar ? 1 : 0} offset ${Math.max(0, skippedRows(page) - 1)}
      ), page as materialized (
        select ${columns}, ${key} as key, ${at} as at from ${from} and ${start}
        order by ${at} desc, ${key} desc limit ${page.count} offset ${isFar ? 0 : skippedRows(page)}
      )
      select page.id, page.key, page.at, coalesce(p.position_seconds, 0) as time,
        coalesce(p.duration_seconds, page.duration_seconds, 0) as duration
      from page left join watch_progress p on p.profile_id = ${owner.profileId} and p.content_id = page.id
      order by page.at desc, page.key desc`),
    countVisibleRows(deps, owner, { lists, removed, shown: sql`select count(*) from ${from}` }),
  ])
  return watchedPage(deps, owner, page, { rows, total })
}

/** Offset from which the row before the page is located first, without reading the title of each row. */
const FAR = 1_000

type List = {
  /** The same rows without their titles, for adults. */
  rows?: SQL
  /** Tables and condition. */
  from: SQL
  /** Columns `id` and `duration_seconds` of the title. */
  columns: SQL
  at: SQL
  key: SQL
  removed: SQL
  lists: CountedList[]
}

function episodes(owner: Owner): List {
  const own = sql`watch_history h join contents on contents.id = h.content_id
    where h.profile_id = ${owner.profileId} and h.series_id is not null`
  return {
    from: sql`${own} and ${isShownTo(owner)}`,
    columns: sql`contents.id, contents.duration_seconds`,
    at: sql`h.last_watched_at`,
    key: sql`h.content_id`,
    lists: ['watched_episodes'],
    removed: sql`select count(*) from ${own} and contents.removed_at is not null`,
  }
}

/**
 * Returns the list of titles. If the newest episode of a series is not visible, the newest visible one is used. Null
 * for types that cannot be watched.
 */
function titles(owner: Owner, type: string | undefined): List | null {
  if (type && type !== 'single_video' && type !== 'series') return null
  const { profileId } = owner
  const own = sql`w.profile_id = ${profileId} ${type ? sql`and w.is_series = ${type === 'series'}` : sql``}`
  const older = (condition: SQL) => sql`select contents.id, contents.duration_seconds
    from contents join watch_history h on h.profile_id = ${profileId} and h.content_id = contents.id
    where w.is_series and contents.series_id = w.title_id and contents.id <> w.content_id and ${condition}`
  return {
    from: sql`watched_titles w
      left join lateral (select contents.id, contents.duration_seconds from contents
        where contents.id = w.content_id and ${isShownTo(owner)}) newest on true
      left join lateral (${older(sql`newest.id is null and ${isShownTo(owner)}`)}
        order by h.last_watched_at desc limit 1) older on true
      where ${own} and (newest.id is not null or older.id is not null)`,
    // Removed titles are few: PostgreSQL reads them once and probes each row.
    rows: sql`watched_titles w where ${own} and (
      not exists (select from contents c where c.id = w.content_id and c.removed_at is not null)
      or (w.is_series and exists (${older(sql`contents.removed_at is null`)})))`,
    columns: sql`coalesce(newest.id, older.id) as id,
      coalesce(newest.duration_seconds, older.duration_seconds) as duration_seconds`,
    at: sql`w.last_watched_at`,
    key: sql`w.title_id`,
    lists: [
      ...(type === 'series' ? [] : ['watched_films' as const]),
      ...(type === 'single_video' ? [] : ['watched_series' as const]),
    ],
    removed: sql`select count(*) from contents c join watched_titles w on ${own}
        and w.title_id = coalesce(c.series_id, c.id) and w.content_id = c.id
      where c.removed_at is not null and not exists (${older(sql`contents.removed_at is null`)})`,
  }
}
