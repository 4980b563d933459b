/** The writes of a heartbeat: it renews the lease and saves the position in one statement. */
import { type SQL, sql } from 'drizzle-orm'
import { lockedProfile } from '../../accounts/profiles/profiles.queries.ts'
import { preparedSql } from '../../platform/db/prepared.ts'
import type { watchProgress } from '../../platform/db/schema/player.ts'
import type { Deps } from '../../platform/deps.ts'

/** A renewed lease, with the keyed hash of the address that plays it. */
export type RenewedLease = { receiver: string | null }
export type Renewal = { leaseId: string; sessionId: string; heartbeatAt: Date; expiresAt: Date }
type Saved = typeof watchProgress.$inferInsert
type Position = { position: number; at: Date }

const value = sql.placeholder

/**
 * Renews a lease. Returns it with the time of its previous heartbeat, or null if it no longer exists: ended from another device, or expired
 * and replaced.
 */
export async function renew(
  { db }: Pick<Deps, 'db'>,
  renewal: Renewal,
): Promise<(RenewedLease & { previousAt: Date }) | null> {
  const query = preparedSql<RenewedLease & { previousAt: Date }>(
    db,
    'renewal of a lease',
    () => sql`with before as (select heartbeat_at from playback_leases where id = ${value('leaseId')})
      update playback_leases set heartbeat_at = ${value('heartbeatAt')}, expires_at = ${value('expiresAt')}
      where id = ${value('leaseId')} and session_id = ${value('sessionId')}
      returning receiver, (select heartbeat_at from before) as "previousAt"`,
  )
  const [lease] = await query.execute(renewal)
  return lease ?? null
}

/** Saves the position. @returns the previous position */
export async function savePosition(
  { db }: Pick<Deps, 'db'>,
  saved: Saved,
): Promise<Position | null> {
  const query = preparedSql<SavedRow>(
    db,
    'position of a profile',
    () => sql`with ${savedFrom(sql`(select) as one_row`)} select position, at from saved`,
  )
  const [row] = await query.execute(valuesOf(saved))
  return positionOf(row)
}

/**
 * Renews a lease and saves the position. Returns null if the lease no longer exists, and saves nothing then. The statement locks the
 * profile before the lease, as the removal of a profile does, so that the two cannot block each other.
 */
export async function renewAndSave(
  { db }: Pick<Deps, 'db'>,
  renewal: Renewal,
  saved: Saved,
): Promise<{ lease: RenewedLease; before: Position | null } | null> {
  const query = preparedSql<RenewedLease & SavedRow>(
    db,
    'heartbeat',
    () => sql`with owner as (${lockedProfile(sql`${value('profileId')}`)}),
      renewed as (
        update playback_leases set heartbeat_at = ${value('heartbeatAt')}, expires_at = ${value('expiresAt')} from owner
        where playback_leases.id = ${value('leaseId')} and session_id = ${value('sessionId')} returning receiver
      ), ${savedFrom(sql`renewed`)}
      select renewed.receiver, saved.position, saved.at from renewed join saved on true`,
  )
  const [row] = await query.execute({ ...renewal, ...valuesOf(saved) })
  return row ? { lease: { receiver: row.receiver }, before: positionOf(row) } : null
}

type SavedRow = { position: number | null; at: Date | null }

/**
 * Returns the parts `before` and `saved` of a `with` clause; they save the position if `source` has a row. `updated_at` never decreases,
 * even if heartbeats of two devices overtake each other: the triggers of `started_titles` rely on it.
 */
function savedFrom(source: SQL): SQL {
  return sql`before as (
      select position_seconds, updated_at from watch_progress
      where profile_id = ${value('profileId')} and content_id = ${value('contentId')}
    ), saved as (
      insert into watch_progress
        (profile_id, content_id, series_id, position_seconds, duration_seconds, finished_at, updated_at)
      select ${value('profileId')}::text, ${value('contentId')}::text, ${value('seriesId')}::text, ${value('positionSeconds')}::float8,
        ${value('durationSeconds')}::float8, ${value('finishedAt')}::timestamptz, ${value('updatedAt')}::timestamptz
      from ${source}
      on conflict (profile_id, content_id) do update set position_seconds = excluded.position_seconds,
        duration_seconds = excluded.duration_seconds, finished_at = excluded.finished_at,
        updated_at = greatest(watch_progress.updated_at, excluded.updated_at)
      returning (select position_seconds from before) as position, (select updated_at from before) as at
    )`
}

function valuesOf(saved: Saved) {
  return { seriesId: null, finishedAt: null, ...saved }
}

function positionOf(row: SavedRow | undefined): Position | null {
  return row && row.position !== null && row.at !== null
    ? { position: row.position, at: row.at }
    : null
}
