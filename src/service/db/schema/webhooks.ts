import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
} from 'drizzle-orm/pg-core'
import { createdAt, id, moment } from './columns.ts'

// Where events are sent. The secret is derived from the id (src/service/webhooks/signature.ts), so none is stored.
export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    id: id(),
    url: text('url').notNull().unique(),
    /** The types that it gets; null stands for all, also for those of later releases. */
    events: text('events').array(),
    /** In the operator's own network: its address may be private, and its URL without TLS. */
    isInternal: boolean('is_internal').notNull().default(false),
    /** The SECRET that the secret last shown to the operator was derived from. */
    keyId: text('key_id'),
    createdAt: createdAt(),
  },
  t => [check('webhook_endpoints_url_form', sql`${t.url} ~ '^https?://'`)],
)

// What happened, once: the key names the occurrence, such as `subscription.ended:` and the id of the period.
export const webhookEvents = pgTable(
  'webhook_events',
  {
    id: id(),
    key: text('key').notNull().unique(),
    type: text('type').notNull(),
    data: jsonb('data').$type<Record<string, unknown>>().notNull(),
    createdAt: createdAt(),
  },
  t => [index('webhook_events_age').on(t.createdAt)],
)

// One event for one endpoint, and the log of it.
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    eventId: text('event_id')
      .notNull()
      .references(() => webhookEvents.id, { onDelete: 'cascade' }),
    endpointId: text('endpoint_id')
      .notNull()
      .references(() => webhookEndpoints.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
    attempts: smallint('attempts').notNull().default(0),
    nextAttemptAt: moment('next_attempt_at').notNull().defaultNow(),
    /** Set before sending: until its lease is over no other node sends it. */
    claimedAt: moment('claimed_at'),
    sentAt: moment('sent_at'),
    /** Given up. */
    deadAt: moment('dead_at'),
    /** Put back by an operator. */
    requeuedAt: moment('requeued_at'),
    /** The reply of the last attempt; null where none came. */
    status: smallint('status'),
    /** Why the last attempt failed. */
    failure: text('failure'),
  },
  t => [
    primaryKey({ columns: [t.eventId, t.endpointId] }),
    check('webhook_deliveries_one_end', sql`num_nonnulls(${t.sentAt}, ${t.deadAt}) < 2`),
    index('webhook_deliveries_due')
      .on(t.endpointId, t.nextAttemptAt)
      .where(sql`${t.sentAt} is null and ${t.deadAt} is null`),
    index('webhook_deliveries_dead').on(t.deadAt).where(sql`${t.deadAt} is not null`),
    index('webhook_deliveries_newest').on(t.createdAt, t.eventId),
  ],
)
