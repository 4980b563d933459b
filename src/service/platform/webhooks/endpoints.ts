/** Endpoints that receive events; operators add and remove them. */
import { asc, eq } from 'drizzle-orm'
import { countByKey, type RowsByKey } from '../db/count-by-key.ts'
import type { Queryable } from '../db/open.ts'
import { webhookEndpoints } from '../db/schema/webhooks.ts'
import type { Deps } from '../deps.ts'
import { isAddress, isPublicAddress } from '../http/address.ts'
import { newId } from '../ids.ts'
import type { Endpoint } from './deliveries.queries.ts'
import type { WebhookType } from './events.ts'

const MOST_URL = 500

/** Returns why events cannot be sent to this URL; null if they can. */
export function webhookUrlProblem(text: string, isInternal: boolean): string | null {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || text.length > MOST_URL)
    return 'it is not an http or https URL'
  if (url.username || url.password) return 'the password in the URL would be stored in plain text'
  if (isInternal) return null
  if (url.protocol !== 'https:') return 'without TLS, others can read the messages'
  if (url.hostname === 'localhost' || (isAddress(url.hostname) && !isPublicAddress(url.hostname)))
    return 'its address is not public'
  return null
}

export function listWebhookEndpoints(db: Queryable): Promise<Endpoint[]> {
  return db
    .select()
    .from(webhookEndpoints)
    .orderBy(asc(webhookEndpoints.createdAt), asc(webhookEndpoints.id))
}

export async function findWebhookEndpoint(db: Queryable, id: string): Promise<Endpoint | null> {
  const [row] = await db.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id))
  return row ?? null
}

export type NewEndpoint = { url: string; events: WebhookType[] | null; isInternal: boolean }

/** Adds an endpoint, which gets events from now on. Returns null if the URL is already an endpoint. */
export async function addWebhookEndpoint(
  { db, now, keyId }: Pick<Deps, 'db' | 'now' | 'keyId'>,
  { url, events, isInternal }: NewEndpoint,
): Promise<Endpoint | null> {
  const [row] = await db
    .insert(webhookEndpoints)
    .values({ id: newId(), url: new URL(url).href, events, isInternal, keyId, createdAt: now() })
    .onConflictDoNothing({ target: webhookEndpoints.url })
    .returning()
  return row ?? null
}

/** Removes an endpoint with its log and its waiting deliveries. Returns null if it does not exist. */
export async function removeWebhookEndpoint(db: Queryable, id: string): Promise<Endpoint | null> {
  const [row] = await db.delete(webhookEndpoints).where(eq(webhookEndpoints.id, id)).returning()
  return row ?? null
}

/** Records that the secret derived from SECRET was shown to the operator. Returns null if the endpoint does not exist. */
export async function noteShownSecret(
  { db, keyId }: Pick<Deps, 'db' | 'keyId'>,
  id: string,
): Promise<Endpoint | null> {
  const [row] = await db
    .update(webhookEndpoints)
    .set({ keyId })
    .where(eq(webhookEndpoints.id, id))
    .returning()
  return row ?? null
}

export function countEndpointsByKey(db: Queryable): Promise<RowsByKey> {
  return countByKey(db, { table: webhookEndpoints, keyId: webhookEndpoints.keyId })
}
