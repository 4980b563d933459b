import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
} from 'drizzle-orm/pg-core'
import { contents } from './catalogue.ts'
import { createdAt, id, moment, updatedAt } from './columns.ts'
import { profiles } from './profiles.ts'
import { users } from './session.ts'

function profileId() {
  return text('profile_id')
    .notNull()
    .references(() => profiles.id, { onDelete: 'cascade' })
}

function contentId() {
  return text('content_id')
    .notNull()
    .references(() => contents.id, { onDelete: 'cascade' })
}

export const bookmarks = pgTable(
  'bookmarks',
  { id: id(), profileId: profileId(), contentId: contentId(), createdAt: createdAt() },
  t => [
    unique('bookmarks_once').on(t.profileId, t.contentId),
    index('bookmarks_newest').on(t.profileId, t.createdAt, t.id),
    index('bookmarks_content').on(t.contentId),
  ],
)

// The counters on contents follow by trigger, so that they equal these rows whatever crashes.
export const votes = pgTable(
  'votes',
  {
    profileId: profileId(),
    contentId: contentId(),
    /** 1 likes, -1 dislikes; taking it back deletes the row. */
    value: smallint('value').notNull(),
    createdAt: createdAt(),
  },
  t => [
    primaryKey({ columns: [t.profileId, t.contentId] }),
    check('votes_value', sql`${t.value} in (-1, 1)`),
    index('votes_content').on(t.contentId),
  ],
)

export const comments = pgTable(
  'comments',
  {
    id: id(),
    contentId: contentId(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    profileId: text('profile_id').references(() => profiles.id, { onDelete: 'set null' }),
    /** As written; shown as text. */
    text: text('text').notNull(),
    isSpoiler: boolean('is_spoiler').notNull().default(false),
    hiddenAt: moment('hidden_at'),
    hiddenReason: text('hidden_reason'),
    createdAt: createdAt(),
  },
  t => [
    check('comments_length', sql`char_length(${t.text}) between 3 and 1000`),
    index('comments_newest').on(t.contentId, t.createdAt, t.id).where(sql`${t.hiddenAt} is null`),
    index('comments_profile').on(t.profileId),
    index('comments_user').on(t.userId, t.createdAt),
  ],
)

export const commentReports = pgTable(
  'comment_reports',
  {
    commentId: text('comment_id')
      .notNull()
      .references(() => comments.id, { onDelete: 'cascade' }),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  t => [
    primaryKey({ columns: [t.commentId, t.userId] }),
    index('comment_reports_user').on(t.userId),
  ],
)

// Where a profile stopped. Removing a title from "continue watching" deletes the row here, while the
// history below stays.
export const watchProgress = pgTable(
  'watch_progress',
  {
    profileId: profileId(),
    contentId: contentId(),
    /** Of an episode, so that a series appears once in "continue watching". */
    seriesId: text('series_id').references(() => contents.id, { onDelete: 'cascade' }),
    positionSeconds: doublePrecision('position_seconds').notNull(),
    durationSeconds: doublePrecision('duration_seconds').notNull(),
    finishedAt: moment('finished_at'),
    updatedAt: updatedAt(),
  },
  t => [
    primaryKey({ columns: [t.profileId, t.contentId] }),
    check('watch_progress_range', sql`${t.positionSeconds} >= 0 and ${t.durationSeconds} >= 0`),
    index('watch_progress_newest').on(t.profileId, t.updatedAt),
    index('watch_progress_content').on(t.contentId),
    index('watch_progress_series').on(t.seriesId),
  ],
)

export const watchHistory = pgTable(
  'watch_history',
  {
    profileId: profileId(),
    contentId: contentId(),
    firstWatchedAt: moment('first_watched_at').notNull().defaultNow(),
    lastWatchedAt: moment('last_watched_at').notNull().defaultNow(),
    plays: integer('plays').notNull().default(1),
  },
  t => [
    primaryKey({ columns: [t.profileId, t.contentId] }),
    index('watch_history_newest').on(t.profileId, t.lastWatchedAt),
    index('watch_history_content').on(t.contentId),
  ],
)
