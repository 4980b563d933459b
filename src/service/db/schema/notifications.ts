import { sql } from 'drizzle-orm'
import { check, index, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { createdAt, moment, oneOf, word } from './columns.ts'
import { users } from './users.ts'

export const notificationKinds = [
  'ticket_answered',
  'subscription_ending',
  'new_device',
  'dd-notice',
  'dd-renewed',
  'dd-failed',
  'title_available',
  'account_changed',
] as const

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
    /** Set before sending: for a minute no other node sends it. */
    claimedAt: moment('claimed_at'),
    sentAt: moment('sent_at'),
    /** Tries that failed. */
    attempts: smallint('attempts').notNull().default(0),
    nextAttemptAt: moment('next_attempt_at').notNull().defaultNow(),
    /** Why the last try failed: a failure of `SmsError`, and the provider's own code. */
    failure: text('failure'),
    failureCode: text('failure_code'),
    /** Given up. */
    deadAt: moment('dead_at'),
    /** Put back by an operator. */
    requeuedAt: moment('requeued_at'),
  },
  t => [
    oneOf('notices_kind_known', t.kind, notificationKinds),
    check('notices_order', sql`${t.sentAt} is null or ${t.claimedAt} is not null`),
    index('notices_waiting').on(t.createdAt).where(sql`${t.claimedAt} is null`),
    check('notices_dead_unsent', sql`num_nonnulls(${t.sentAt}, ${t.deadAt}) < 2`),
    index('notices_due')
      .on(t.nextAttemptAt)
      .where(sql`${t.sentAt} is null and ${t.deadAt} is null`),
    index('notices_dead').on(t.deadAt).where(sql`${t.deadAt} is not null`),
    index('notices_user').on(t.userId),
    index('notices_age').on(t.createdAt),
  ],
)
