import { and, asc, desc, eq, gt, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { translations } from '#src/lib/i18n/i18n.ts'
import { daysRemaining } from '#src/lib/text/date.ts'
import { DAY_MS } from '#src/lib/text/milliseconds.ts'
import { toWire } from '#src/lib/text/tehran.ts'
import {
  type LocalizedColumns,
  selectTranslations,
  translationsToColumns,
} from '../../platform/db/localized.ts'
import { lockUser } from '../../platform/db/lock-user.ts'
import type { Queryable, Tx } from '../../platform/db/open.ts'
import type { subscriptionSources } from '../../platform/db/schema/entitlements.ts'
import { subscriptions } from '../../platform/db/schema/entitlements.ts'
import { newId } from '../../platform/ids.ts'
import { emitWebhookEvent } from '../../platform/webhooks/emit.ts'

export type SubscriptionState = {
  /** A started day counts as a whole day; 0 without a subscription. */
  remainingDays: number
  /** End of the last period; null if none is current. */
  endsAt: Date | null
  hasSubscription: boolean
}
export type SubscriptionRow = typeof subscriptions.$inferSelect

/** Returns the subscription of a user. The days of a period that was bought ahead count at once, if another period is current. */
export async function readSubscription(
  db: Queryable,
  userId: string,
  now: Date,
): Promise<SubscriptionState> {
  const periods = await listOpenPeriods(db, userId, now)
  const hasSubscription = periods.some(({ startsAt }) => startsAt <= now)
  const endsAt = hasSubscription ? (periods.at(-1)?.endsAt ?? null) : null
  return { hasSubscription, endsAt, remainingDays: endsAt ? daysRemaining(endsAt, now) : 0 }
}

/** The end of the last period that had begun at `time`, or of the carrier subscription; null without either. */
function lastEnd(userId: SQLWrapper, time: SQLWrapper): SQL<Date | null> {
  // `least` and `greatest` ignore null.
  return sql<Date | null>`greatest(
    (select max(least(s.ends_at, s.revoked_at)) from subscriptions s where s.user_id = ${userId}
      and least(s.ends_at, s.revoked_at) <= ${time} and s.starts_at < least(s.ends_at, s.revoked_at)),
    (select c.ends_at from carrier_subscriptions c where c.user_id = ${userId} and c.ends_at <= ${time}))`
}

/** The row that `subscriptionColumns` selects. */
export type SubscriptionColumns = {
  hasSubscription: boolean
  /** End of the last period, current or not; null if all have ended. */
  periodsEndAt: Date | null
  hasCarrier: boolean
  carrierEndsAt: Date | null
  /** End of the last subscription of either kind; null if one is current, or if there was none. */
  lastEndAt: Date | null
} & LocalizedColumns<'title' | 'menu', string | null>

/** Selects the subscriptions of a user at `time`, in one row, with the texts of the carrier's. */
export function subscriptionColumns(userId: SQLWrapper, time: SQLWrapper): SQL {
  const texts = sql`${selectTranslations('carrier', 'title')}, ${selectTranslations('carrier', 'menu')}`
  return sql`select coalesce(periods.are_current, false) as "hasSubscription", periods.ends_at as "periodsEndAt",
      carrier.user_id is not null as "hasCarrier", carrier.ends_at as "carrierEndsAt", ${texts},
      case when periods.are_current or carrier.user_id is not null then null else ${lastEnd(userId, time)} end as "lastEndAt"
    from (select bool_or(s.starts_at <= ${time}) as are_current, max(s.ends_at) as ends_at from subscriptions s
      where s.user_id = ${userId} and s.revoked_at is null and s.ends_at > ${time}) periods
    left join carrier_subscriptions carrier on carrier.user_id = ${userId}
      and (carrier.ends_at is null or carrier.ends_at > ${time})`
}

/** Returns the current and future periods, in order. */
export async function listOpenPeriods(
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
  /** Null for a period without a payment. */
  paymentId: string | null
  packageId: string | null
  /** Returns the end of a period that begins at `start`. */
  endOf: (start: Date) => Date
}

export function addDays(start: Date, days: number): Date {
  return new Date(start.getTime() + days * DAY_MS)
}

/** Adds a period after the last one. Locks the row of the user, so that concurrent grants follow each other. */
export async function grantPeriod(tx: Tx, grant: Grant, now: Date): Promise<SubscriptionRow> {
  const { endOf, ...row } = grant
  await lockUser(tx, grant.userId)
  const startsAt = await endOfLast(tx, grant.userId, now)
  const [made] = await tx
    .insert(subscriptions)
    .values({ id: newId(), ...row, startsAt, endsAt: endOf(startsAt), createdAt: now })
    .returning()
  if (!made) throw new Error('the subscription was not inserted')
  await emitPeriod(tx, made, now)
  return made
}

/** Emits `renewed` for a period that follows another one, otherwise `started`. */
async function emitPeriod(tx: Tx, period: SubscriptionRow, now: Date): Promise<void> {
  const { id, userId, source, packageId, paymentId, startsAt, endsAt } = period
  const type = startsAt > now ? 'subscription.renewed' : 'subscription.started'
  const data = {
    subscription: id,
    user: userId,
    source,
    package: packageId,
    payment: paymentId,
    starts_at: toWire(startsAt),
    ends_at: toWire(endsAt),
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

/** Adds days without a payment after the last period, when the team grants them. */
export async function grantDays(
  tx: Tx,
  { userId, days }: { userId: string; days: number },
  now: Date,
): Promise<SubscriptionRow> {
  return grantPeriod(
    tx,
    {
      userId,
      source: 'operator',
      paymentId: null,
      packageId: null,
      ...translationsToColumns('title', translations('checkout.subscription.granted')),
      endOf: start => addDays(start, days),
    },
    now,
  )
}

/** Revokes the current and all future periods. Returns the revoked periods. */
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
