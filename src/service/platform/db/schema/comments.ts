import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { createdAt, id, timeColumn } from './columns.ts'
import { contentReference } from './contents.ts'
import { profiles } from './profiles.ts'
import { users } from './users.ts'

export const comments = pgTable(
  'comments',
  {
    id: id(),
    contentId: contentReference(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    profileId: text('profile_id').references(() => profiles.id, { onDelete: 'set null' }),
    /** Plain text. */
    text: text('text').notNull(),
    isSpoiler: boolean('is_spoiler').notNull().default(false),
    hiddenAt: timeColumn('hidden_at'),
    hiddenReason: text('hidden_reason'),
    /** The held word for which it is hidden until a moderator decides; null otherwise. */
    heldFor: text('held_for'),
    createdAt: createdAt(),
  },
  t => [
    check('comments_length', sql`char_length(${t.text}) between 3 and 1000`),
    index('comments_newest').on(t.contentId, t.createdAt, t.id).where(sql`${t.hiddenAt} is null`),
    index('comments_latest').on(t.createdAt).where(sql`${t.hiddenAt} is null`),
    index('comments_profile').on(t.profileId),
    index('comments_hidden').on(t.hiddenAt).where(sql`${t.hiddenAt} is not null`),
    index('comments_user').on(t.userId, t.createdAt),
    // Used by the console, which lists hidden comments too.
    index('comments_by_time').on(t.createdAt, t.id),
    index('comments_held').on(t.createdAt).where(sql`${t.heldFor} is not null`),
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

/** Users who may not comment. */
export const commentBlocks = pgTable('comment_blocks', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Internal reason for the team. */
  reason: text('reason').notNull().default(''),
  createdAt: createdAt(),
})

/** Comments with one of these words are hidden until a moderator has read them. */
export const heldWords = pgTable(
  'held_words',
  {
    /** Normalised by `searchText`; a trailing `*` matches any ending. */
    word: text('word').primaryKey(),
    createdAt: createdAt(),
  },
  t => [check('held_words_length', sql`char_length(${t.word}) between 2 and 100`)],
)
