import { sql } from 'drizzle-orm'
import { check, index, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, moment, oneOf, word } from './columns.ts'
import { users } from './users.ts'

export const notificationKinds = ['ticket_answered', 'subscription_ending', 'new_device'] as const

// SMS notifications. The key identifies the event, so that each is sent once.
export const notifications = pgTable(
  'notices',
  {
    key: text('key').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: word('kind', notificationKinds).notNull(),
    text: text('text').notNull(),
    createdAt: createdAt(),
    /** Set before sending, so that no other node sends it. */
    claimedAt: moment('claimed_at'),
    sentAt: moment('sent_at'),
  },
  t => [
    oneOf('notices_kind_known', t.kind, notificationKinds),
    check('notices_order', sql`${t.sentAt} is null or ${t.claimedAt} is not null`),
    index('notices_waiting').on(t.createdAt).where(sql`${t.claimedAt} is null`),
    index('notices_user').on(t.userId),
    index('notices_age').on(t.createdAt),
  ],
)
