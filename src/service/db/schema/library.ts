import { sql } from 'drizzle-orm'
import { check, index, pgTable, primaryKey, smallint, text, unique } from 'drizzle-orm/pg-core'
import { PERSONAL_ROW_KINDS } from '#src/contract/limits.ts'
import { createdAt, id, moment, oneOf, word } from './columns.ts'
import { contentReference, contents } from './contents.ts'
import { profileReference } from './profiles.ts'
import { users } from './users.ts'

export const bookmarks = pgTable(
  'bookmarks',
  {
    id: id(),
    profileId: profileReference(),
    contentId: contentReference(),
    createdAt: createdAt(),
  },
  t => [
    unique('bookmarks_once').on(t.profileId, t.contentId),
    index('bookmarks_newest').on(t.profileId, t.createdAt, t.id),
    index('bookmarks_content').on(t.contentId),
  ],
)

/** Who is told when a title can be played: deleted with the message that says so. */
export const contentReminders = pgTable(
  'content_reminders',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    contentId: contentReference(),
    createdAt: createdAt(),
  },
  t => [
    primaryKey({ columns: [t.userId, t.contentId] }),
    index('content_reminders_content').on(t.contentId),
    index('content_reminders_age').on(t.createdAt),
  ],
)

// A trigger updates the counters of contents, so that they always match these rows.
export const votes = pgTable(
  'votes',
  {
    profileId: profileReference(),
    contentId: contentReference(),
    /** 1 is a like, -1 a dislike; undoing deletes the row. */
    value: smallint('value').notNull(),
    createdAt: createdAt(),
  },
  t => [
    primaryKey({ columns: [t.profileId, t.contentId] }),
    check('votes_value', sql`${t.value} in (-1, 1)`),
    index('votes_content').on(t.contentId),
  ],
)

/** The rows of a profile on the home page, as a job computed them (library/personal-rows.ts). */
export const personalRows = pgTable(
  'personal_rows',
  {
    profileId: profileReference(),
    position: smallint('position').notNull(),
    kind: word('kind', PERSONAL_ROW_KINDS).notNull(),
    /** The title that a row of the kind `because` is about. */
    reasonId: text('reason_id').references(() => contents.id, { onDelete: 'cascade' }),
    /** In the order to show. What was removed since is left out when they are read. */
    contentIds: text('content_ids').array().notNull(),
    computedAt: moment('computed_at').notNull().defaultNow(),
  },
  t => [
    primaryKey({ columns: [t.profileId, t.position] }),
    oneOf('personal_rows_kind_known', t.kind, PERSONAL_ROW_KINDS),
    check('personal_rows_reason', sql`(${t.kind} = 'because') = (${t.reasonId} is not null)`),
    index('personal_rows_reason_id').on(t.reasonId),
    index('personal_rows_age').on(t.computedAt),
  ],
)
