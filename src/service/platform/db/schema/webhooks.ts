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
import { createdAt, id, timeColumn } from './columns.ts'

// Endpoints to which events are sent. The secret is derived from the id (src/service/platform/webhooks/signature.ts), so none is stored.
export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    id: id(),
    url: text('url').notNull().unique(),
    /** Types of events that it gets; null means all, including those of later releases. */
    events: text('events').array(),
    /** True if it is in the operator's network: its address may be private, and its URL without TLS. */
    isInternal: boolean('is_internal').notNull().default(false),
    /** Id of the SECRET from which the secret last shown to the operator was derived. */
    keyId: text('key_id'),
    createdAt: createdAt(),
  },
  t => [check('webhook_endpoints_url_form', sql`${t.url} ~ '^https?://'`)],
)

// Events, each once: the key identifies it, such as `subscription.ended:` and the id of the period.
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

// Delivery of one event to one endpoint, with its log.
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
    nextAttemptAt: timeColumn('next_attempt_at').notNull().defaultNow(),
    /** Set before sending: until its lease has expired no other node sends it. */
    claimedAt: timeColumn('claimed_at'),
    sentAt: timeColumn('sent_at'),
    /** Time at which sending was given up. */
    deadAt: timeColumn('dead_at'),
    /** Time at which an operator put it back into the queue. */
    requeuedAt: timeColumn('requeued_at'),
    /** HTTP status of the last attempt; null if there was no reply. */
    status: smallint('status'),
    /** Failure of the last attempt. */
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
