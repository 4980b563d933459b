import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { createdAt, id } from './columns.ts'
import { contents } from './contents.ts'
import { profiles } from './profiles.ts'

export const searchQueries = pgTable(
  'search_queries',
  {
    id: id(),
    text: text('text').notNull(),
    results: integer('results').notNull(),
    createdAt: createdAt(),
  },
  t => [index('search_queries_newest').on(t.createdAt)],
)

export const searchClicks = pgTable(
  'search_clicks',
  {
    queryId: text('query_id')
      .notNull()
      .references(() => searchQueries.id, { onDelete: 'cascade' }),
    contentId: text('content_id')
      .notNull()
      .references(() => contents.id, { onDelete: 'cascade' }),
    position: smallint('position').notNull(),
    profileId: text('profile_id').references(() => profiles.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  t => [
    primaryKey({ columns: [t.queryId, t.contentId, t.position] }),
    check('search_clicks_position', sql`${t.position} >= 0`),
    index('search_clicks_content').on(t.contentId),
    index('search_clicks_profile').on(t.profileId),
  ],
)
