import { inArray, sql } from 'drizzle-orm'
import type { Queryable } from '../db/open.ts'
import { webhookDeliveries, webhookEndpoints, webhookEvents } from '../db/schema/webhooks.ts'
import { newId } from '../ids.ts'
import type { WebhookData, WebhookType } from './events.ts'

export type WebhookEvent = {
  [Type in WebhookType]: {
    type: Type
    /** Identifies the event within its type: there is at most one per identifier. */
    of: string
    data: WebhookData[Type]
  }
}[WebhookType]

/**
 * Stores an event for every endpoint that listens to it, in the caller's transaction. The job `webhooks.send` sends it. If no
 * endpoint listens, nothing is stored.
 */
export async function emitWebhookEvent(
  db: Queryable,
  { type, of, data }: WebhookEvent,
  now: Date,
): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`
  await db.execute(sql`
    with listening as (
      select id from ${webhookEndpoints} where events is null or ${type}::text = any(events)
    ), event as (
      insert into ${webhookEvents} (id, key, type, data, created_at)
      select ${newId()}, ${`${type}:${of}`}, ${type}, ${JSON.stringify(data)}::jsonb, ${at}
      where exists (select from listening)
      on conflict (key) do nothing returning id
    )
    insert into ${webhookDeliveries} (event_id, endpoint_id, created_at, next_attempt_at)
    select event.id, listening.id, ${at}, ${at} from event cross join listening`)
}

/** Returns the time since which an endpoint listens to a type; null if none does. Used by jobs that look for past events. */
export async function webhookListeningSince(
  db: Queryable,
  type: WebhookType,
): Promise<Date | null> {
  const [first] = await db
    .select({ createdAt: webhookEndpoints.createdAt })
    .from(webhookEndpoints)
    .where(
      sql`${webhookEndpoints.events} is null or ${type}::text = any(${webhookEndpoints.events})`,
    )
    .orderBy(webhookEndpoints.createdAt)
    .limit(1)
  return first?.createdAt ?? null
}

/** Returns the identifiers for which no event has been stored. */
export async function findUnemittedEvents(
  db: Queryable,
  type: WebhookType,
  of: readonly string[],
): Promise<string[]> {
  if (of.length === 0) return []
  const rows = await db
    .select({ key: webhookEvents.key })
    .from(webhookEvents)
    .where(
      inArray(
        webhookEvents.key,
        of.map(each => `${type}:${each}`),
      ),
    )
  const known = new Set(rows.map(({ key }) => key))
  return of.filter(each => !known.has(`${type}:${each}`))
}
