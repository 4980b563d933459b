/** Finds tickets for operators. */
import { and, asc, eq, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Department } from '#src/contract/support.ts'
import type { Queryable, Tx } from '../../platform/db/open.ts'
import { supportTickets } from '../../platform/db/schema/support.ts'
import { users } from '../../platform/db/schema/users.ts'

export type SupportTicketRow = typeof supportTickets.$inferSelect
export type SupportTicketState = 'pending' | 'open' | 'all'
export type SupportTicketFilter = {
  department?: Department | null
  assignee?: string | null
  count?: number
}

const MOST = 200

/** Returns tickets that wait for an answer, that are not completed, or all; longest waiting first. */
export async function findSupportTickets(
  db: Queryable,
  which: SupportTicketState,
  { department = null, assignee = null, count = MOST }: SupportTicketFilter = {},
): Promise<Array<SupportTicketRow & { msisdn: string }>> {
  const where: Record<SupportTicketState, SQL | undefined> = {
    pending: eq(supportTickets.status, 'pending'),
    open: ne(supportTickets.status, 'completed'),
    all: undefined,
  }
  const rows = await db
    .select({ ticket: supportTickets, msisdn: users.msisdn })
    .from(supportTickets)
    .innerJoin(users, eq(users.id, supportTickets.userId))
    .where(
      and(
        where[which],
        department === null ? undefined : eq(supportTickets.department, department),
        assignee === null ? undefined : eq(supportTickets.assignee, assignee),
      ),
    )
    .orderBy(asc(supportTickets.updatedAt), asc(supportTickets.id))
    .limit(count)
  return rows.map(({ ticket, msisdn }) => ({ ...ticket, msisdn }))
}

/**
 * Assigns the ticket that waits longest to a member of the team, and returns it: one that is already theirs first, then one without a member.
 * Two people who ask at the same time get two tickets. Null if no ticket waits.
 */
export async function takeNextTicket(
  tx: Tx,
  assignee: string,
  department: Department | null = null,
): Promise<SupportTicketRow | null> {
  const [ticket] = await tx
    .select()
    .from(supportTickets)
    .where(
      and(
        eq(supportTickets.status, 'pending'),
        or(isNull(supportTickets.assignee), eq(supportTickets.assignee, assignee)),
        department === null ? undefined : eq(supportTickets.department, department),
      ),
    )
    .orderBy(
      sql`${supportTickets.assignee} is null`,
      asc(supportTickets.updatedAt),
      asc(supportTickets.id),
    )
    .limit(1)
    .for('update', { skipLocked: true })
  if (!ticket) return null
  await tx.update(supportTickets).set({ assignee }).where(eq(supportTickets.id, ticket.id))
  return { ...ticket, assignee }
}

export async function supportTicketByNumber(
  db: Queryable,
  number: number,
): Promise<SupportTicketRow | null> {
  const [row] = await db.select().from(supportTickets).where(eq(supportTickets.number, number))
  return row ?? null
}
