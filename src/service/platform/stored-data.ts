/** The retention of the tables of this room, and their data about a person. */

import { eq, or, sql } from 'drizzle-orm'
import { ofProfiles, type PersonalData } from './db/personal-data.ts'
import { BY_OPERATOR, type Retention } from './db/retention.ts'
import { commandRuns } from './db/schema/command-runs.ts'
import { idempotencyKeys, rateLimits } from './db/schema/http.ts'
import { listCounts } from './db/schema/list-counts.ts'
import { notifications } from './db/schema/notifications.ts'
import { smsCampaigns, smsOutbox } from './db/schema/sms.ts'
import { webhookDeliveries, webhookEndpoints, webhookEvents } from './db/schema/webhooks.ts'

export const platformRetention: Retention[] = [
  {
    table: smsOutbox,
    expiries: [{ from: smsOutbox.createdAt, after: { days: 30 } }],
    why: 'the messages of the demo, with mobile numbers and codes',
  },
  {
    table: listCounts,
    stored: 'until the list is empty',
    why: 'number of rows of each list; contains ids only',
  },
  {
    table: idempotencyKeys,
    expiries: [
      {
        from: idempotencyKeys.expiresAt,
        after: { hours: 1 },
        // The day of a key restarts if another node takes it over after a crash.
        where: sql`${idempotencyKeys.createdAt} < now() - interval '1 day'`,
      },
    ],
    why: 'a repeated call gets the first reply for a day',
  },
  {
    table: rateLimits,
    // The extra hour is for nodes of an older version, whose windows end by their own clocks.
    expiries: [{ from: rateLimits.expire, after: { hours: 1 } }],
    why: 'counts attempts within a window; contains numbers and addresses',
  },
  {
    table: commandRuns,
    expiries: [{ from: commandRuns.progressAt, after: { days: 30 } }],
    why: 'progress of an import or an ingest; names a file or a title',
  },
  {
    table: notifications,
    expiries: [{ from: notifications.createdAt, after: { days: 30 } }],
    why: 'an event is reported once; no job looks back for longer than five days',
  },
  {
    table: smsCampaigns,
    stored: BY_OPERATOR,
    why: 'messages of marketing, without their recipients',
  },
  { table: webhookEndpoints, stored: BY_OPERATOR, why: 'addresses that receive events' },
  {
    table: webhookEvents,
    expiries: [{ from: webhookEvents.createdAt, after: { days: 30 } }],
    why: 'an event is sent once; receivers ask about the last weeks. It contains only ids of people',
  },
  { table: webhookDeliveries, with: webhookEvents, why: 'the log of what was sent' },
]

export const platformPersonalData: PersonalData[] = [
  {
    table: smsOutbox,
    of: ({ msisdn }) => eq(smsOutbox.to, msisdn),
    hides: [smsOutbox.code],
    erasure: 'deletes',
  },
  {
    table: listCounts,
    of: person => or(eq(listCounts.ownerId, person.id), ofProfiles(listCounts.ownerId)(person)),
    isInternal: 'lengths of lists',
    erasure: 'keeps',
    why: 'triggers count the rows that stay',
  },
  {
    table: idempotencyKeys,
    of: ({ id }) => sql`starts_with(${idempotencyKeys.scope}, ${`${id}:`})`,
    isInternal: 'replies of the last day, which are copies of other tables',
    erasure: 'deletes',
  },
  {
    table: rateLimits,
    of: ({ id, msisdn }) =>
      or(sql`strpos(${rateLimits.key}, ${msisdn}) > 0`, sql`strpos(${rateLimits.key}, ${id}) > 0`),
    isInternal: 'counters of attempts, for hours',
    erasure: 'deletes',
  },
  { table: notifications, of: ({ id }) => eq(notifications.userId, id), erasure: 'deletes' },
]
