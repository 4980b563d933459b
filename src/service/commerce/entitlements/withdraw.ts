/** Revokes the subscription or ticket of a payment when the payment is refunded. */
import { and, asc, eq, gt, gte, isNull } from 'drizzle-orm'
import { lockUser } from '../../platform/db/lock-user.ts'
import type { Tx } from '../../platform/db/open.ts'
import { cinemaTickets, subscriptions } from '../../platform/db/schema/entitlements.ts'

type Bought = { userId: string; paymentId: string }
export type Withdrawn = 'subscription' | 'ticket' | null

/** Playback stops at its next heartbeat. Returns null if the subscription or ticket had already ended. */
export async function withdrawAccess(tx: Tx, bought: Bought, now: Date): Promise<Withdrawn> {
  await lockUser(tx, bought.userId)
  if (await withdrawPeriod(tx, bought, now)) return 'subscription'
  const ended = await tx
    .update(cinemaTickets)
    .set({ endedAt: now })
    .where(and(eq(cinemaTickets.paymentId, bought.paymentId), isNull(cinemaTickets.endedAt)))
    .returning({ id: cinemaTickets.id })
  return ended.length > 0 ? 'ticket' : null
}

async function withdrawPeriod(tx: Tx, { userId, paymentId }: Bought, now: Date) {
  const [period] = await tx
    .update(subscriptions)
    .set({ revokedAt: now })
    .where(
      and(
        eq(subscriptions.paymentId, paymentId),
        isNull(subscriptions.revokedAt),
        gt(subscriptions.endsAt, now),
      ),
    )
    .returning()
  if (!period) return false
  const start = period.startsAt > now ? period.startsAt : now
  await moveForward(tx, userId, period.endsAt, period.endsAt.getTime() - start.getTime())
  return true
}

/** Moves later periods forward to close the gap. Direct-debit periods keep the days in the contract. */
async function moveForward(tx: Tx, userId: string, from: Date, gap: number): Promise<void> {
  const later = await tx
    .select()
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.userId, userId),
        isNull(subscriptions.revokedAt),
        gte(subscriptions.startsAt, from),
      ),
    )
    .orderBy(asc(subscriptions.startsAt))
  const debited = later.findIndex(({ source }) => source === 'direct_debit')
  for (const { id, startsAt, endsAt } of debited < 0 ? later : later.slice(0, debited))
    await tx
      .update(subscriptions)
      .set({ startsAt: earlier(startsAt, gap), endsAt: earlier(endsAt, gap) })
      .where(eq(subscriptions.id, id))
}

function earlier(date: Date, milliseconds: number): Date {
  return new Date(date.getTime() - milliseconds)
}
