import { eq, sql } from 'drizzle-orm'
import type { PersonalData } from '../db/personal-data.ts'
import { supportTicketMessages, supportTickets } from '../db/schema/support.ts'

export const supportPersonalData: PersonalData[] = [
  {
    table: supportTicketMessages,
    of: ({ id }) =>
      sql`${supportTicketMessages.ticketId} in (select t.id from tickets t where t.user_id = ${id})`,
    erasure: 'deletes',
  },
  { table: supportTickets, of: ({ id }) => eq(supportTickets.userId, id), erasure: 'deletes' },
]
