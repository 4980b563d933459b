// Queries for deliveries. A claim is a lease: a node only changes rows that it has claimed.
import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm'
import { DAY_MS } from '#src/lib/text/milliseconds.ts'
import { inTransaction, type Queryable } from '../db/open.ts'
import { webhookDeliveries, webhookEndpoints, webhookEvents } from '../db/schema/webhooks.ts'
import type { Deps } from '../deps.ts'

type Row = typeof webhookDeliveries.$inferSelect
export type Endpoint = typeof webhookEndpoints.$inferSelect
export type Delivery = Row & { event: typeof webhookEvents.$inferSelect }
export const DELIVERY_STATES = ['waiting', 'sent', 'dead'] as const
type DeliveryState = (typeof DELIVERY_STATES)[number]

/** Longer than an attempt can take. */
const LEASE_MS = 60_000
/** Older events are no longer useful. */
const STALE_MS = 3 * DAY_MS

const isWaiting = and(isNull(webhookDeliveries.sentAt), isNull(webhookDeliveries.deadAt))

/** Returns the endpoints with due deliveries. */
export async function listDueEndpoints({ db, databaseNow }: Deps): Promise<Endpoint[]> {
  const now = await databaseNow(db)
  const due = db
    .select({ due: sql`1` })
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.endpointId, webhookEndpoints.id),
        isWaiting,
        lte(webhookDeliveries.nextAttemptAt, now),
      ),
    )
  return db.select().from(webhookEndpoints).where(sql`exists ${due}`)
}

/** Claims due deliveries of an endpoint. */
export async function claimDeliveries(
  { db, databaseNow }: Deps,
  endpointId: string,
  limit: number,
): Promise<Delivery[]> {
  return inTransaction(db, async tx => {
    const now = await databaseNow(tx)
    const lapsed = new Date(now.getTime() - LEASE_MS)
    const due = await tx
      .select({ eventId: webhookDeliveries.eventId, event: webhookEvents })
      .from(webhookDeliveries)
      .innerJoin(webhookEvents, eq(webhookEvents.id, webhookDeliveries.eventId))
      .where(
        and(
          eq(webhookDeliveries.endpointId, endpointId),
          isWaiting,
          lte(webhookDeliveries.nextAttemptAt, now),
          or(isNull(webhookDeliveries.claimedAt), lt(webhookDeliveries.claimedAt, lapsed)),
        ),
      )
      .orderBy(asc(webhookDeliveries.nextAttemptAt), asc(webhookDeliveries.eventId))
      .limit(limit)
      .for('update', { of: webhookDeliveries, skipLocked: true })
    if (due.length === 0) return []
    const events = new Map(due.map(({ eventId, event }) => [eventId, event]))
    const rows = await tx
      .update(webhookDeliveries)
      .set({ claimedAt: now })
      .where(
        and(
          eq(webhookDeliveries.endpointId, endpointId),
          inArray(webhookDeliveries.eventId, [...events.keys()]),
        ),
      )
      .returning()
    return rows.flatMap(row => {
      const event = events.get(row.eventId)
      return event ? [{ ...row, event }] : []
    })
  })
}

/** Stores the outcome of a claimed delivery, unless another node has taken it over. */
export async function updateClaimedDelivery(
  { db }: Pick<Deps, 'db'>,
  { eventId, endpointId, claimedAt }: Row,
  set: Partial<Row>,
): Promise<void> {
  await db
    .update(webhookDeliveries)
    .set(set)
    .where(
      and(
        eq(webhookDeliveries.eventId, eventId),
        eq(webhookDeliveries.endpointId, endpointId),
        claimedAt
          ? eq(webhookDeliveries.claimedAt, claimedAt)
          : isNull(webhookDeliveries.claimedAt),
        isWaiting,
      ),
    )
}

/** Gives up deliveries that could not be sent in time. */
export async function giveUpStaleDeliveries({ db, databaseNow }: Deps): Promise<Row[]> {
  const now = await databaseNow(db)
  const before = new Date(now.getTime() - STALE_MS).toISOString()
  return db
    .update(webhookDeliveries)
    .set({ deadAt: now, failure: sql`coalesce(${webhookDeliveries.failure}, 'stale')` })
    .where(
      and(
        isWaiting,
        lte(webhookDeliveries.nextAttemptAt, now),
        sql`coalesce(${webhookDeliveries.requeuedAt}, ${webhookDeliveries.createdAt}) < ${before}::timestamptz`,
      ),
    )
    .returning()
}

export type DeliveryFilter = {
  state?: DeliveryState | null
  endpoint?: string | null
  type?: string | null
  count?: number
}

/** Returns the log of deliveries, newest first. */
export async function listDeliveries(
  db: Queryable,
  { state = null, endpoint = null, type = null, count = 200 }: DeliveryFilter,
): Promise<Delivery[]> {
  const where = {
    waiting: isWaiting,
    sent: isNotNull(webhookDeliveries.sentAt),
    dead: isNotNull(webhookDeliveries.deadAt),
  }
  const rows = await db
    .select({ delivery: webhookDeliveries, event: webhookEvents })
    .from(webhookDeliveries)
    .innerJoin(webhookEvents, eq(webhookEvents.id, webhookDeliveries.eventId))
    .where(
      and(
        state === null ? undefined : where[state],
        endpoint === null ? undefined : eq(webhookDeliveries.endpointId, endpoint),
        type === null ? undefined : eq(webhookEvents.type, type),
      ),
    )
    .orderBy(
      desc(webhookDeliveries.createdAt),
      desc(webhookDeliveries.eventId),
      asc(webhookDeliveries.endpointId),
    )
    .limit(count)
  return rows.map(({ delivery, event }) => ({ ...delivery, event }))
}

/** Makes given-up deliveries due again, with all their attempts. Returns them. */
export async function requeueDeliveries(
  { db, databaseNow }: Pick<Deps, 'db' | 'databaseNow'>,
  { events, endpoint }: { events: readonly string[] | null; endpoint: string | null },
): Promise<Row[]> {
  const now = await databaseNow(db)
  const fresh = { deadAt: null, claimedAt: null, attempts: 0, failure: null, status: null }
  return db
    .update(webhookDeliveries)
    .set({ ...fresh, requeuedAt: now, nextAttemptAt: now })
    .where(
      and(
        isNotNull(webhookDeliveries.deadAt),
        events === null ? undefined : inArray(webhookDeliveries.eventId, [...events]),
        endpoint === null ? undefined : eq(webhookDeliveries.endpointId, endpoint),
      ),
    )
    .returning()
}

/** Returns the number of given-up deliveries by endpoint. */
export async function countDeadDeliveries({
  db,
}: Pick<Deps, 'db'>): Promise<Record<string, number>> {
  const rows = await db
    .select({ endpoint: webhookDeliveries.endpointId, count: sql<number>`count(*)::int` })
    .from(webhookDeliveries)
    .where(isNotNull(webhookDeliveries.deadAt))
    .groupBy(webhookDeliveries.endpointId)
  return Object.fromEntries(rows.map(({ endpoint, count }) => [endpoint, count]))
}
