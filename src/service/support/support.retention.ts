import { eq, sql } from 'drizzle-orm'
import { BY_OPERATOR, type Retention } from '../db/retention.ts'
import { answerTemplates, supportTicketMessages, supportTickets } from '../db/schema/support.ts'

export const supportRetention: Retention[] = [
  {
    table: supportTickets,
    expiries: [
      {
        from: supportTickets.createdAt,
        after: { days: 90 },
        where: sql`num_nonnulls(${supportTickets.ip}, ${supportTickets.country}, ${supportTickets.provider}) > 0`,
        clears: [supportTickets.ip, supportTickets.country, supportTickets.provider],
      },
      {
        from: supportTickets.updatedAt,
        after: { days: 3 * 365 },
        where: eq(supportTickets.status, sql`'completed'`),
        which: 'is completed',
      },
    ],
    why: 'support and disputes; the network of the sender only helps while a fault is fresh',
  },
  {
    table: supportTicketMessages,
    with: supportTickets,
    why: 'the conversation',
  },
  {
    table: answerTemplates,
    stored: BY_OPERATOR,
    why: 'answers that are given often; they name nobody',
  },
]
