import { sql } from 'drizzle-orm'
import { check, index, pgTable, primaryKey, smallint, text, unique } from 'drizzle-orm/pg-core'
import { PERSONAL_ROW_KINDS } from '#src/contract/limits.ts'
import { createdAt, enumColumn, id, oneOfCheck, timeColumn } from './columns.ts'
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

/** Users to notify when a title can be played. Rows are deleted together with that notification. */
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

/** Rows of a profile on the home page, as computed by a job (library/personal-rows.ts). */
export const personalRows = pgTable(
  'personal_rows',
  {
    profileId: profileReference(),
    position: smallint('position').notNull(),
    kind: enumColumn('kind', PERSONAL_ROW_KINDS).notNull(),
    /** The title that a row of the kind `because` is about. */
    reasonId: text('reason_id').references(() => contents.id, { onDelete: 'cascade' }),
    /** Ids in display order. Titles removed since then are left out when they are read. */
    contentIds: text('content_ids').array().notNull(),
    computedAt: timeColumn('computed_at').notNull().defaultNow(),
  },
  t => [
    primaryKey({ columns: [t.profileId, t.position] }),
    oneOfCheck('personal_rows_kind_known', t.kind, PERSONAL_ROW_KINDS),
    check('personal_rows_reason', sql`(${t.kind} = 'because') = (${t.reasonId} is not null)`),
    index('personal_rows_reason_id').on(t.reasonId),
    index('personal_rows_age').on(t.computedAt),
  ],
)
