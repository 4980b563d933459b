/** Subscriptions through a mobile operator, which are independent of subscriptions bought here. */

import { and, eq, gt, isNull, or } from 'drizzle-orm'
import type { Localized } from '#src/contract/languages.ts'
import { translations } from '#src/lib/i18n/i18n.ts'
import { translationsToColumns } from '../../platform/db/localized.ts'
import type { Queryable } from '../../platform/db/open.ts'
import { carrierSubscriptions } from '../../platform/db/schema/entitlements.ts'

export type CarrierRow = typeof carrierSubscriptions.$inferSelect
export type CarrierTexts = { title?: Localized | undefined; menu?: Localized | undefined }

/** Returns the active subscription, or null. */
export async function findCarrierSubscription(
  db: Queryable,
  userId: string,
  now: Date,
): Promise<CarrierRow | null> {
  const { endsAt } = carrierSubscriptions
  const [row] = await db
    .select()
    .from(carrierSubscriptions)
    .where(and(eq(carrierSubscriptions.userId, userId), or(isNull(endsAt), gt(endsAt, now))))
  return row ?? null
}

/** Sets the end of the subscription to `endsAt`, replacing any earlier end. */
export async function grantCarrier(
  db: Queryable,
  { userId, endsAt, title, menu }: { userId: string; endsAt: Date } & CarrierTexts,
  now: Date,
): Promise<void> {
  const row = {
    ...translationsToColumns('title', title ?? translations('session.carrier.title')),
    ...translationsToColumns('menu', menu ?? translations('session.carrier.menu')),
    endsAt,
  }
  await db
    .insert(carrierSubscriptions)
    .values({ userId, ...row, createdAt: now })
    .onConflictDoUpdate({ target: carrierSubscriptions.userId, set: row })
}

/** Ends the active subscription. Returns false if there was none. */
export async function endCarrier(db: Queryable, userId: string, now: Date): Promise<boolean> {
  const { endsAt } = carrierSubscriptions
  const rows = await db
    .update(carrierSubscriptions)
    .set({ endsAt: now })
    .where(and(eq(carrierSubscriptions.userId, userId), or(isNull(endsAt), gt(endsAt, now))))
    .returning({ userId: carrierSubscriptions.userId })
  return rows.length > 0
}
