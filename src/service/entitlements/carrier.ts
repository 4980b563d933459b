/** Subscriptions through a mobile operator. They are independent of subscriptions bought here. */

import { and, eq, gt, isNull, or } from 'drizzle-orm'
import type { Localized } from '#src/contract/languages.ts'
import { translations } from '#src/lib/i18n/i18n.ts'
import { toColumns } from '../db/localized.ts'
import type { Queryable } from '../db/open.ts'
import { carrierSubscriptions } from '../db/schema/entitlements.ts'

export type CarrierRow = typeof carrierSubscriptions.$inferSelect
export type CarrierTexts = { title?: Localized | undefined; menu?: Localized | undefined }

/** The active one, or null. */
export async function carrierOf(
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

/** Sets the end of the subscription to `endsAt`; the last call wins. */
export async function grantCarrier(
  db: Queryable,
  { userId, endsAt, title, menu }: { userId: string; endsAt: Date } & CarrierTexts,
  now: Date,
): Promise<void> {
  const row = {
    ...toColumns('title', title ?? translations('session.carrier.title')),
    ...toColumns('menu', menu ?? translations('session.carrier.menu')),
    endsAt,
  }
  await db
    .insert(carrierSubscriptions)
    .values({ userId, ...row, createdAt: now })
    .onConflictDoUpdate({ target: carrierSubscriptions.userId, set: row })
}

/** False if none was active. */
export async function endCarrier(db: Queryable, userId: string, now: Date): Promise<boolean> {
  const { endsAt } = carrierSubscriptions
  const rows = await db
    .update(carrierSubscriptions)
    .set({ endsAt: now })
    .where(and(eq(carrierSubscriptions.userId, userId), or(isNull(endsAt), gt(endsAt, now))))
    .returning({ userId: carrierSubscriptions.userId })
  return rows.length > 0
}
