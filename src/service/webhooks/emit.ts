import { sql } from 'drizzle-orm'
import type { Queryable } from '../db/open.ts'
import { webhookDeliveries, webhookEndpoints, webhookEvents } from '../db/schema/webhooks.ts'
import { newId } from '../ids.ts'
import type { WebhookData, WebhookType } from './events.ts'

export type WebhookEvent = {
  [Type in WebhookType]: {
    type: Type
    /** What happened, within its type: a second event with the same is not written. */
    of: string
    data: WebhookData[Type]
  }
}[WebhookType]

/**
 * Notes an event for every endpoint that listens to it, in the caller's transaction: rolled back, nobody hears of it. The job
 * `webhooks.send` sends it. Without a listening endpoint nothing is written.
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
