import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { createdAt, enumColumn, id, msisdnCheck, oneOfCheck, timeColumn } from './columns.ts'

export const smsStates = ['pending', 'sending', 'sent', 'failed'] as const

// One row per message of the demo outbox.
export const smsOutbox = pgTable(
  'sms_outbox',
  {
    id: id(),
    to: text('to').notNull(),
    kind: text('kind').notNull(),
    text: text('text').notNull(),
    /** The code in the message, for the demo. */
    code: text('code'),
    status: enumColumn('status', smsStates).notNull().default('pending'),
    attempts: smallint('attempts').notNull().default(0),
    dedupeKey: text('dedupe_key').unique(),
    providerRef: text('provider_ref'),
    failure: text('failure'),
    createdAt: createdAt(),
    nextAttemptAt: timeColumn('next_attempt_at').notNull().defaultNow(),
    expiresAt: timeColumn('expires_at'),
    sentAt: timeColumn('sent_at'),
  },
  t => [
    msisdnCheck('sms_outbox_to_canonical', t.to),
    oneOfCheck('sms_outbox_status_known', t.status, smsStates),
    check('sms_outbox_sent_has_time', sql`(${t.status} = 'sent') = (${t.sentAt} is not null)`),
    index('sms_outbox_due').on(t.nextAttemptAt).where(sql`${t.status} in ('pending', 'sending')`),
    index('sms_outbox_newest').on(t.to, t.createdAt),
    index('sms_outbox_age').on(t.createdAt),
  ],
)

export const SMS_SEGMENTS = ['all', 'expiring', 'expired', 'package', 'last_seen'] as const

// Messages of marketing to a segment of users. Each recipient has a row in notices.
export const smsCampaigns = pgTable(
  'sms_campaigns',
  {
    id: id(),
    text: text('text').notNull(),
    segment: enumColumn('segment', SMS_SEGMENTS).notNull(),
    packageId: text('package_id'),
    days: smallint('days'),
    /** The member of the team, as in the audit log. */
    author: text('author').notNull(),
    /** Number of users that it was sent to. */
    recipients: integer('recipients'),
    createdAt: createdAt(),
    /** Time of the last message to a number of the team. Without one it cannot be sent. */
    testedAt: timeColumn('tested_at'),
    sentAt: timeColumn('sent_at'),
    stoppedAt: timeColumn('stopped_at'),
  },
  t => [
    oneOfCheck('sms_campaigns_segment_known', t.segment, SMS_SEGMENTS),
    check('sms_campaigns_length', sql`char_length(${t.text}) between 1 and 500`),
    check('sms_campaigns_sent', sql`(${t.sentAt} is null) = (${t.recipients} is null)`),
  ],
)
