import { sql } from 'drizzle-orm'
import { check, index, pgTable, smallint, text } from 'drizzle-orm/pg-core'
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
