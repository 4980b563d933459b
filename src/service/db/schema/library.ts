import { sql } from 'drizzle-orm'
import { check, index, pgTable, primaryKey, smallint, unique } from 'drizzle-orm/pg-core'
import { createdAt, id } from './columns.ts'
import { contentReference } from './contents.ts'
import { profileReference } from './profiles.ts'

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
