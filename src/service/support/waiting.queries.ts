/** Tickets as operators look for them. */
import { and, asc, eq, ne, type SQL } from 'drizzle-orm'
import type { Department } from '#src/contract/support.ts'
import type { Queryable } from '../db/open.ts'
import { supportTickets } from '../db/schema/support.ts'
import { users } from '../db/schema/users.ts'

export type SupportTicketRow = typeof supportTickets.$inferSelect
export type SupportTicketState = 'pending' | 'open' | 'all'
export type SupportTicketFilter = {
  department?: Department | null
  assignee?: string | null
  count?: number
}

const MOST = 200

/** What waits for review, what is not completed, or all; the longest waiting first. */
export async function supportTicketsFor(
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

export async function supportTicketByNumber(
  db: Queryable,
  number: number,
): Promise<SupportTicketRow | null> {
  const [row] = await db.select().from(supportTickets).where(eq(supportTickets.number, number))
  return row ?? null
}
