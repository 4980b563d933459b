/** Cinema tickets of users: one valid ticket per user and title, whose hours start with the first play. */
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Tx } from '../../platform/db/open.ts'
import { cinemaTickets } from '../../platform/db/schema/entitlements.ts'
import type { Deps } from '../../platform/deps.ts'
import { newId } from '../../platform/ids.ts'

type TicketOf = { userId: string; contentId: string }

/** True if the user has a valid ticket for the title. Also closes expired tickets, so that a new one can be inserted. */
export async function hasValidTicket(
  tx: Tx,
  { userId, contentId }: TicketOf,
  now: Date,
): Promise<boolean> {
  const open = await tx
    .select()
    .from(cinemaTickets)
    .where(
      and(
        eq(cinemaTickets.userId, userId),
        eq(cinemaTickets.contentId, contentId),
        isNull(cinemaTickets.endedAt),
      ),
    )
  const expired = open.filter(({ expiresAt }) => expiresAt !== null && expiresAt <= now)
  for (const { id, expiresAt } of expired)
    await tx.update(cinemaTickets).set({ endedAt: expiresAt }).where(eq(cinemaTickets.id, id))
  return open.length > expired.length
}

type NewTicket = TicketOf & { paymentId: string; hours: number }

export async function grantTicket(tx: Tx, ticket: NewTicket, now: Date): Promise<void> {
  await tx.insert(cinemaTickets).values({ id: newId(), ...ticket, createdAt: now })
}

/** Starts the hours of a ticket at its first play; later plays change nothing. */
export async function startTicket(deps: Deps, userId: string, contentId: string): Promise<void> {
  const now = deps.now()
  await deps.db
    .update(cinemaTickets)
    .set({
      firstPlayedAt: now,
      expiresAt: sql`${now}::timestamptz + make_interval(hours => ${cinemaTickets.hours})`,
    })
    .where(
      and(
        eq(cinemaTickets.userId, userId),
        eq(cinemaTickets.contentId, contentId),
        isNull(cinemaTickets.endedAt),
        isNull(cinemaTickets.firstPlayedAt),
      ),
    )
}
