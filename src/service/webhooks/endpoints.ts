/** Where events are sent to: added and removed by operators. */
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

/** Why events cannot be sent to this URL; null where they can. */
export function urlProblem(text: string, isInternal: boolean): string | null {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || text.length > MOST_URL)
    return 'it is no http or https URL'
  if (url.username || url.password) return 'a URL with a password is stored as it is'
  if (isInternal) return null
  if (url.protocol !== 'https:') return 'without TLS anybody on the way reads along'
  if (url.hostname === 'localhost' || (isAddress(url.hostname) && !isPublicAddress(url.hostname)))
    return 'its address is not public'
  return null
}

export function allEndpoints(db: Queryable): Promise<Endpoint[]> {
  return db
    .select()
    .from(webhookEndpoints)
    .orderBy(asc(webhookEndpoints.createdAt), asc(webhookEndpoints.id))
}

export async function endpointById(db: Queryable, id: string): Promise<Endpoint | null> {
  const [row] = await db.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id))
  return row ?? null
}

export type NewEndpoint = { url: string; events: WebhookType[] | null; isInternal: boolean }

/** It gets what happens from now on. Null where the URL is an endpoint already. */
export async function addEndpoint(
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

/** With its log, and with what waits for it. Null where there was none. */
export async function removeEndpoint(db: Queryable, id: string): Promise<Endpoint | null> {
  const [row] = await db.delete(webhookEndpoints).where(eq(webhookEndpoints.id, id)).returning()
  return row ?? null
}

/** The secret under SECRET is shown to the operator now. Null where there is no such endpoint. */
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

export function endpointsByKey(db: Queryable): Promise<RowsByKey> {
  return countByKey(db, { table: webhookEndpoints, keyId: webhookEndpoints.keyId })
}
