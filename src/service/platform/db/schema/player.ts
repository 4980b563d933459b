import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
} from 'drizzle-orm/pg-core'
import { createdAt, id, timeColumn, updatedAt } from './columns.ts'
import { contentReference, contents } from './contents.ts'
import { profileReference, profiles } from './profiles.ts'
import { sessions } from './session.ts'
import { users } from './users.ts'

// Playback positions of a profile. Removing a title from "continue watching" deletes the row; the history stays.
export const watchProgress = pgTable(
  'watch_progress',
  {
    profileId: profileReference(),
    contentId: contentReference(),
    /** The series of an episode, so that it appears once in "continue watching". */
    seriesId: text('series_id').references(() => contents.id, { onDelete: 'cascade' }),
    positionSeconds: doublePrecision('position_seconds').notNull(),
    durationSeconds: doublePrecision('duration_seconds').notNull(),
    finishedAt: timeColumn('finished_at'),
    updatedAt: updatedAt(),
  },
  t => [
    primaryKey({ columns: [t.profileId, t.contentId] }),
    check('watch_progress_range', sql`${t.positionSeconds} >= 0 and ${t.durationSeconds} >= 0`),
    index('watch_progress_content').on(t.contentId),
    index('watch_progress_series').on(t.seriesId),
  ],
)

export const watchHistory = pgTable(
  'watch_history',
  {
    profileId: profileReference(),
    contentId: contentReference(),
    firstWatchedAt: timeColumn('first_watched_at').notNull().defaultNow(),
    lastWatchedAt: timeColumn('last_watched_at').notNull().defaultNow(),
    plays: integer('plays').notNull().default(1),
    /** The series of an episode; a trigger fills it in. */
    seriesId: text('series_id'),
  },
  t => [
    primaryKey({ columns: [t.profileId, t.contentId] }),
    index('watch_history_episodes')
      .on(t.profileId, t.lastWatchedAt, t.contentId)
      .where(sql`${t.seriesId} is not null`),
    index('watch_history_content').on(t.contentId),
  ],
)

// Films and series of the watch history, each with its newest row. Triggers of `watch_history` write it; there is
// no foreign key, so that rows are always locked in the same order.
export const watchedTitles = pgTable(
  'watched_titles',
  {
    profileId: text('profile_id').notNull(),
    /** The film, or the series of the episode. */
    titleId: text('title_id').notNull(),
    isSeries: boolean('is_series').notNull(),
    contentId: text('content_id').notNull(),
    lastWatchedAt: timeColumn('last_watched_at').notNull(),
  },
  t => [
    primaryKey({ columns: [t.profileId, t.titleId] }),
    index('watched_titles_newest').on(t.profileId, t.lastWatchedAt, t.titleId),
    index('watched_titles_by_type').on(t.profileId, t.isSeries, t.lastWatchedAt, t.titleId),
  ],
)

// Films and series with a playback position, each with its newest one. Triggers of `watch_progress` write it.
export const startedTitles = pgTable(
  'started_titles',
  {
    profileId: text('profile_id').notNull(),
    titleId: text('title_id').notNull(),
    isSeries: boolean('is_series').notNull(),
    contentId: text('content_id').notNull(),
    isFinished: boolean('is_finished').notNull(),
    updatedAt: timeColumn('updated_at').notNull(),
  },
  t => [
    primaryKey({ columns: [t.profileId, t.titleId] }),
    index('started_titles_unfinished')
      .on(t.profileId, t.updatedAt, t.titleId)
      .where(sql`not ${t.isFinished}`),
    index('started_titles_finished_series')
      .on(t.profileId, t.updatedAt, t.titleId)
      .where(sql`${t.isFinished} and ${t.isSeries}`),
  ],
)

// Views and watched time by day, in Tehran's calendar, without personal data. Playback adds to it in batches (player/watch-days.ts).
export const contentWatchDays = pgTable(
  'content_watch_days',
  {
    contentId: contentReference(),
    day: date('day', { mode: 'string' }).notNull(),
    views: integer('views').notNull().default(0),
    seconds: bigint('seconds', { mode: 'number' }).notNull().default(0),
  },
  t => [
    primaryKey({ columns: [t.contentId, t.day] }),
    check('content_watch_days_counts', sql`${t.views} >= 0 and ${t.seconds} >= 0`),
    index('content_watch_days_day').on(t.day),
  ],
)

// Three slots per user, taken by an insert or by overwriting an expired row: there is never a fourth stream.
export const playbackLeases = pgTable(
  'playback_leases',
  {
    id: id(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    slot: smallint('slot').notNull(),
    sessionId: text('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    profileId: text('profile_id')
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    contentId: text('content_id')
      .notNull()
      .references(() => contents.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    heartbeatAt: timeColumn('heartbeat_at').notNull().defaultNow(),
    expiresAt: timeColumn('expires_at').notNull(),
    /** Keyed hash of the address whose receiver plays it; null if no receiver does. */
    receiver: text('receiver'),
    receiverAt: timeColumn('receiver_at'),
  },
  t => [
    check('playback_leases_slot', sql`${t.slot} between 1 and 3`),
    unique('playback_leases_one_a_slot').on(t.userId, t.slot),
    index('playback_leases_session').on(t.sessionId),
    index('playback_leases_expiry').on(t.expiresAt),
  ],
)

// The last refusals of a playback, which support reads. Only the newest of a user stay (player/refusals.ts).
export const playbackRefusals = pgTable(
  'playback_refusals',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    contentId: contentReference(),
    /** A reason of the access rules, or `stream_limit`. */
    reason: text('reason').notNull(),
    /** The profile of the last one; null if none was chosen, or it was deleted. */
    profileId: text('profile_id').references(() => profiles.id, { onDelete: 'set null' }),
    times: integer('times').notNull().default(1),
    lastAt: timeColumn('last_at').notNull().defaultNow(),
  },
  t => [
    primaryKey({ columns: [t.userId, t.contentId, t.reason] }),
    check('playback_refusals_times', sql`${t.times} > 0`),
    index('playback_refusals_newest').on(t.userId, t.lastAt),
    index('playback_refusals_expiry').on(t.lastAt),
    index('playback_refusals_content').on(t.contentId),
    index('playback_refusals_profile').on(t.profileId),
  ],
)
