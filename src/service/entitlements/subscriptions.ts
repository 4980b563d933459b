import { and, asc, desc, eq, gt, isNull, lt, lte, sql } from 'drizzle-orm'
import { translations } from '#src/lib/i18n/i18n.ts'
import { daysRemaining } from '#src/lib/text/date.ts'
import { toWire } from '#src/lib/text/tehran.ts'
import { type LocalizedColumns, toColumns } from '../db/localized.ts'
import { lockUser } from '../db/lock-user.ts'
import type { Queryable, Tx } from '../db/open.ts'
import type { subscriptionSources } from '../db/schema/entitlements.ts'
import { carrierSubscriptions, subscriptions } from '../db/schema/entitlements.ts'
import { newId } from '../ids.ts'
import { emitWebhookEvent } from '../webhooks/emit.ts'

const DAY = 86_400_000

export type SubscriptionState = {
  /** A started day counts whole; 0 without a subscription. */
  remainingDays: number
  /** When the last of the periods ends; null without a running one. */
  endsAt: Date | null
  hasSubscription: boolean
}
export type SubscriptionRow = typeof subscriptions.$inferSelect

/** What a user has now. A period bought ahead counts from its start, and its days count at once. */
export async function subscriptionOf(
  db: Queryable,
  userId: string,
  now: Date,
): Promise<SubscriptionState> {
  const periods = await openPeriods(db, userId, now)
  const hasSubscription = periods.some(({ startsAt }) => startsAt <= now)
  const endsAt = hasSubscription ? (periods.at(-1)?.endsAt ?? null) : null
  return { hasSubscription, endsAt, remainingDays: endsAt ? daysRemaining(endsAt, now) : 0 }
}

/** When the last period ended that had begun, or the subscription through an operator; null where there was neither. */
export async function lastEndOf(db: Queryable, userId: string, now: Date): Promise<Date | null> {
  // Null is ignored by `least` and `greatest`.
  const end = sql<Date>`least(${subscriptions.endsAt}, ${subscriptions.revokedAt})`
  const ofCarrier = db
    .select({ end: carrierSubscriptions.endsAt })
    .from(carrierSubscriptions)
    .where(and(eq(carrierSubscriptions.userId, userId), lte(carrierSubscriptions.endsAt, now)))
  const last = sql<Date | null>`greatest(max(${end}), (${ofCarrier}))`
  const [row] = await db
    .select({ end: last.mapWith(subscriptions.endsAt) })
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.userId, userId),
        sql`${end} <= ${now.toISOString()}`,
        lt(subscriptions.startsAt, end),
      ),
    )
  return row?.end ?? null
}

/** Periods that have not ended, in order. */
export async function openPeriods(
  db: Queryable,
  userId: string,
  now: Date,
): Promise<SubscriptionRow[]> {
  return db
    .select()
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.userId, userId),
        isNull(subscriptions.revokedAt),
        gt(subscriptions.endsAt, now),
      ),
    )
    .orderBy(asc(subscriptions.endsAt))
}

export type Grant = LocalizedColumns<'title'> & {
  userId: string
  source: (typeof subscriptionSources)[number]
  /** Null for a period that nobody paid for. */
  transactionId: string | null
  packageId: string | null
  /** The end of the period that begins at `start`. */
  endOf: (start: Date) => Date
}

export function daysLater(start: Date, days: number): Date {
  return new Date(start.getTime() + days * DAY)
}

/** Adds a period from the end of what is left. The user's row is locked, so that two grants follow each other. */
export async function grantPeriod(tx: Tx, grant: Grant, now: Date): Promise<SubscriptionRow> {
  const { endOf, ...row } = grant
  await lockUser(tx, grant.userId)
  const startsAt = await endOfLast(tx, grant.userId, now)
  const [made] = await tx
    .insert(subscriptions)
    .values({ id: newId(), ...row, startsAt, endsAt: endOf(startsAt), createdAt: now })
    .returning()
  if (!made) throw new Error('no subscription was written')
  await emitPeriod(tx, made, now)
  return made
}

/** A period that follows another one renews the subscription, any other starts it. */
async function emitPeriod(tx: Tx, period: SubscriptionRow, now: Date): Promise<void> {
  const { id, userId, source, packageId, transactionId, startsAt, endsAt } = period
  const type = startsAt > now ? 'subscription.renewed' : 'subscription.started'
  const data = {
    ...{ subscription: id, user: userId, source, package: packageId, payment: transactionId },
    ...{ starts_at: toWire(startsAt), ends_at: toWire(endsAt) },
  }
  await emitWebhookEvent(tx, { type, of: id, data }, now)
}

async function endOfLast(tx: Tx, userId: string, now: Date): Promise<Date> {
  const [last] = await tx
    .select({ endsAt: subscriptions.endsAt })
    .from(subscriptions)
    .where(and(eq(subscriptions.userId, userId), isNull(subscriptions.revokedAt)))
    .orderBy(desc(subscriptions.endsAt))
    .limit(1)
  return last && last.endsAt > now ? last.endsAt : now
}

/** Days without a payment, after what is left: by the team. */
export async function grantDays(
  tx: Tx,
  { userId, days }: { userId: string; days: number },
  now: Date,
): Promise<SubscriptionRow> {
  return grantPeriod(
    tx,
    {
      userId,
      ...{ source: 'operator', transactionId: null, packageId: null },
      ...toColumns('title', translations('checkout.subscription.granted')),
      endOf: start => daysLater(start, days),
    },
    now,
  )
}

/** Ends what runs, and what was to follow. @returns the periods that end */
export async function revokePeriods(tx: Tx, userId: string, now: Date): Promise<SubscriptionRow[]> {
  await lockUser(tx, userId)
  return tx
    .update(subscriptions)
    .set({ revokedAt: now })
    .where(
      and(
        eq(subscriptions.userId, userId),
        isNull(subscriptions.revokedAt),
        gt(subscriptions.endsAt, now),
      ),
    )
    .returning()
}
