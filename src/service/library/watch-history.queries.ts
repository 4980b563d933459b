/** What a profile has watched and what it left half-watched; a series stands once, by its newest episode. */
import { and, isNull, type SQL, sql } from 'drizzle-orm'
import type { ContentCard } from '#src/contract/content.ts'
import { toWire } from '#src/lib/text/tehran.ts'
import { withinAge } from '../access/age-rating.ts'
import { loadCards } from '../catalogue/card.queries.ts'
import { contents } from '../db/schema/contents.ts'
import type { Deps } from '../deps.ts'
import type { Owner, Page } from './bookmarks.queries.ts'

type Watched = { id: string; at: Date | string; time: number; duration: number }
type Row = Watched & { total: number } & Record<string, unknown>
export type WatchedPage = { items: ContentCard[]; total: number } & Page

/** `type` is single_video, series (each once), episode, or nothing for films and series together. */
export async function historyPage(
  deps: Deps,
  owner: Owner,
  page: Page,
  type?: string,
): Promise<WatchedPage> {
  return pageOf(
    deps,
    owner,
    page,
    sql`select ${type === 'episode' ? sql`` : sql`distinct on (coalesce(${contents.seriesId}, ${contents.id}))`}
      ${contents.id} as id, h.last_watched_at as at,
      coalesce(p.position_seconds, 0) as time,
      coalesce(p.duration_seconds, ${contents.durationSeconds}, 0) as duration
    from watch_history h
    join contents on ${contents.id} = h.content_id
    left join watch_progress p on p.profile_id = h.profile_id and p.content_id = h.content_id
    where ${and(sql`h.profile_id = ${owner.profileId}`, isNull(contents.removedAt), withinAge(owner.maxAge), ofType(type))}
    order by coalesce(${contents.seriesId}, ${contents.id}), h.last_watched_at desc`,
  )
}

function ofType(type: string | undefined): SQL | undefined {
  if (!type) return undefined
  return type === 'series' ? sql`${contents.seriesId} is not null` : sql`${contents.type} = ${type}`
}

/** Begun and not finished; after a finished episode the next one stands there, from its beginning. */
export async function continuePage(deps: Deps, owner: Owner, page: Page): Promise<WatchedPage> {
  return pageOf(
    deps,
    owner,
    page,
    sql`select ${contents.id} as id, latest.updated_at as at,
      case when latest.finished_at is null then latest.position_seconds else 0 end as time,
      case when latest.finished_at is null then latest.duration_seconds
        else coalesce(${contents.durationSeconds}, 0) end as duration
    from (
      select distinct on (coalesce(series_id, content_id)) * from watch_progress
      where profile_id = ${owner.profileId}
      order by coalesce(series_id, content_id), updated_at desc
    ) latest
    left join lateral (
      select e.id from contents done
      join contents done_season on done_season.id = done.season_id
      join contents e on e.series_id = done.series_id and e.type = 'episode' and e.removed_at is null
      join contents season on season.id = e.season_id
      where latest.finished_at is not null and done.id = latest.content_id
        and (season.season_number, e.episode_number) > (done_season.season_number, done.episode_number)
      order by season.season_number, e.episode_number limit 1
    ) next on true
    join contents on ${contents.id} = coalesce(next.id, latest.content_id)
    where ${and(
      sql`(latest.finished_at is null or next.id is not null)`,
      isNull(contents.removedAt),
      withinAge(owner.maxAge),
    )}`,
  )
}

async function pageOf(deps: Deps, owner: Owner, page: Page, found: SQL): Promise<WatchedPage> {
  const { rows } = await deps.db.execute<Row>(
    sql`with found as (${found}), counted as (select count(*)::int as total from found)
    select found.id, found.at, found.time, found.duration, counted.total from counted left join (
      select * from found order by at desc, id desc limit ${page.count} offset ${page.offset}
    ) found on true order by found.at desc, found.id desc`,
  )
  const watched = rows.filter(({ id }) => id !== null)
  const cards = await loadCards(
    deps,
    watched.map(({ id }) => id),
    owner.language,
    owner.maxAge,
  )
  const byId = new Map(watched.map(row => [row.id, row]))
  const items = cards.map(card => {
    const { time = 0, duration = 0, at } = byId.get(card.id) ?? {}
    const progress = { current_time: Number(time), duration: Number(duration) }
    return { ...card, progress, ...(at ? { watched_at: toWire(new Date(at)) } : {}) }
  })
  return { items, total: rows[0]?.total ?? 0, ...page }
}
