import { sql } from 'drizzle-orm'
import { check, index, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { createdAt, enumColumn, oneOfCheck, timeColumn } from './columns.ts'
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
  'campaign',
] as const

// SMS notifications. The key identifies the event, so that each is sent once.
export const notifications = pgTable(
  'notices',
  {
    key: text('key').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: enumColumn('kind', notificationKinds).notNull(),
    text: text('text').notNull(),
    /** The campaign (sms_campaigns) that it belongs to. */
    campaignId: text('campaign_id'),
    createdAt: createdAt(),
    /** Set before sending: for a minute no other node sends it. */
    claimedAt: timeColumn('claimed_at'),
    sentAt: timeColumn('sent_at'),
    /** Number of failed attempts. */
    attempts: smallint('attempts').notNull().default(0),
    nextAttemptAt: timeColumn('next_attempt_at').notNull().defaultNow(),
    /** Failure of the last attempt: a failure of `SmsError`, and the provider's own code. */
    failure: text('failure'),
    failureCode: text('failure_code'),
    /** Time at which sending was given up. */
    deadAt: timeColumn('dead_at'),
    /** Time at which an operator put it back into the queue. */
    requeuedAt: timeColumn('requeued_at'),
  },
  t => [
    oneOfCheck('notices_kind_known', t.kind, notificationKinds),
    check('notices_order', sql`${t.sentAt} is null or ${t.claimedAt} is not null`),
    index('notices_waiting').on(t.createdAt).where(sql`${t.claimedAt} is null`),
    check('notices_dead_unsent', sql`num_nonnulls(${t.sentAt}, ${t.deadAt}) < 2`),
    index('notices_due')
      .on(t.nextAttemptAt)
      .where(sql`${t.sentAt} is null and ${t.deadAt} is null`),
    index('notices_dead').on(t.deadAt).where(sql`${t.deadAt} is not null`),
    index('notices_user').on(t.userId),
    index('notices_campaign').on(t.campaignId).where(sql`${t.campaignId} is not null`),

    index('notices_age').on(t.createdAt),
  ],
)
