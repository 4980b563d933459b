import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

// Number of rows in each list of an owner. Triggers count in the transaction of each change; an empty list has no row.
export const listCounts = pgTable(
  'list_counts',
  {
    /** Id of a user, a profile, a title or a comment. */
    ownerId: text('owner_id').notNull(),
    list: text('list').notNull(),
    total: integer('total').notNull(),
  },
  t => [
    primaryKey({ columns: [t.ownerId, t.list] }),
    index('list_counts_reports').on(t.total, t.ownerId).where(sql`${t.list} = 'reports'`),
  ],
)
