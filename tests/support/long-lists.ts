/** The longest lists: 50,000 rows of one profile and 100,000 comments of one title, written by generate_series. */
import { sql } from 'drizzle-orm'
import type { Database } from '#src/service/platform/db/open.ts'

export const LONG = { films: 40_000, series: 100, episodes: 100, comments: 100_000 } as const
export const ROWS = LONG.films + LONG.series * LONG.episodes

type Owner = { userId: string; profileId: string }

/**
 * Inserts films `f1` …, and series `s1` … with one season and the episodes `e1` …. Every hundredth film is removed. Everything
 * playable has a stream, and every second film has a trailer.
 */
export async function insertTitles(db: Database): Promise<void> {
  await db.execute(sql`insert into contents (id, short_id, type, slug_fa, slug_en, title_fa, age_limit, removed_at)
    select 'f' || n, 'F' || lpad(n::text, 6, '0'), 'single_video', 'f', 'f', 'film', 0,
      case when n % 100 = 0 then now() end from generate_series(1, ${LONG.films}) n`)
  await db.execute(sql`insert into contents (id, short_id, type, slug_fa, slug_en, title_fa, age_limit)
    select 's' || n, 'S' || lpad(n::text, 6, '0'), 'series', 's', 's', 'series', 0
    from generate_series(1, ${LONG.series}) n`)
  await db.execute(sql`insert into contents (id, short_id, type, slug_fa, slug_en, title_fa, series_id, season_number)
    select 'z' || n, 'Z' || lpad(n::text, 6, '0'), 'season_of_series', 'z', 'z', 'season', 's' || n, 1
    from generate_series(1, ${LONG.series}) n`)
  await db.execute(sql`insert into contents
      (id, short_id, type, slug_fa, slug_en, title_fa, series_id, season_id, season_number, episode_number)
    select 'e' || n, 'E' || lpad(n::text, 6, '0'), 'episode', 'e', 'e', 'episode',
      's' || (n - 1) / ${LONG.episodes} + 1, 'z' || (n - 1) / ${LONG.episodes} + 1, 1, (n - 1) % ${LONG.episodes} + 1
    from generate_series(1, ${LONG.series * LONG.episodes}) n`)
  await db.execute(sql`insert into video_files (id, content_id, kind, stream)
    select 'v' || c.id, c.id, 'primary', 'demo/' || c.id from contents c where c.type in ('single_video', 'episode')
    union all
    select 'w' || n, 'f' || n, 'trailer', 'demo/trailer-f' || n from generate_series(2, ${LONG.films}, 2) n`)
}

/** Marks every film and episode as watched and bookmarked, in an order unlike that of the titles; half were watched to the end. */
export async function watchAll(db: Database, { profileId }: Owner): Promise<void> {
  const watched = sql`(select id, series_id, row_number() over (order by md5(id)) as n from contents
    where type in ('single_video', 'episode')) each`
  await db.execute(sql`insert into watch_history (profile_id, content_id, first_watched_at, last_watched_at)
    select ${profileId}, id, now() - n * interval '1 minute', now() - n * interval '1 minute' from ${watched}`)
  await db.execute(sql`insert into watch_progress
      (profile_id, content_id, series_id, position_seconds, duration_seconds, finished_at, updated_at)
    select ${profileId}, id, series_id, 100, 6000, case when n % 2 = 0 then now() end, now() - n * interval '1 minute'
    from ${watched}`)
  await db.execute(sql`insert into bookmarks (id, profile_id, content_id, created_at)
    select ${profileId} || id, ${profileId}, id, now() - n * interval '1 minute' from ${watched}`)
}

/** Adds comments to one title; every hundredth is hidden. */
export async function commentOn(
  db: Database,
  contentId: string,
  { userId, profileId }: Owner,
): Promise<void> {
  await db.execute(sql`insert into comments (id, content_id, user_id, profile_id, text, created_at, hidden_at)
    select 'c' || n, ${contentId}, ${userId}, ${profileId}, 'a comment', now() - n * interval '1 second',
      case when n % 100 = 0 then now() end from generate_series(1, ${LONG.comments}) n`)
}

/** Adds unpaid payments, subscriptions from a partner and support tickets of one user. */
export async function accountOf(db: Database, { userId }: Owner, count = 50_000): Promise<void> {
  await db.execute(sql`insert into transactions (id, user_id, kind, package_id, title_fa, title_en, duration_days,
      price, vat_percent, vat, total, expires_at, created_at, state)
    select 't' || n, ${userId}, 'subscription', (select id from packages limit 1), 'a', 'a', 30,
      1000, 10, 100, 1100, now(), now() - n * interval '1 minute', 'expired' from generate_series(1, ${count}) n`)
  await db.execute(sql`insert into subscriptions (id, user_id, source, title_fa, title_en, starts_at, ends_at)
    select 'p' || n, ${userId}, 'partner', 'a', 'a', now() - n * interval '1 day', now() - n * interval '1 day'
      + interval '1 hour' from generate_series(1, ${count}) n`)
  await db.execute(sql`insert into tickets (id, user_id, title, text, created_at)
    select 'k' || n, ${userId}, 'a', 'a', now() - n * interval '1 minute' from generate_series(1, ${count}) n`)
}

export async function analyse(db: Database): Promise<void> {
  await db.execute(sql`analyze`)
}
