import { z } from 'zod'
import { Count, Id, KeyPaging, keyPagedList, Timestamp, userText } from './fields.ts'
import { SUPPORT_TICKET } from './limits.ts'
import { DEPARTMENTS } from './values.ts'

export const SupportTicketStatus = z.enum(['none', 'pending', 'in_progress', 'completed'])
export const Department = z.enum(DEPARTMENTS)
export type Department = z.infer<typeof Department>
export const SupportTicketMessage = z.object({
  id: Id,
  text: z.string(),
  from: z.enum(['user', 'support']),
  created_at: Timestamp,
})
export const SupportTicket = z.object({
  id: Id,
  /** The number by which users refer to the ticket on the phone. */
  number: Count,
  title: z.string(),
  text: z.string(),
  status: SupportTicketStatus,
  department: Department,
  created_at: Timestamp,
  /** ISO 3166-1 alpha-2. The service records this and the next two fields; an unknown value is empty. */
  country: z.string(),
  ip: z.string(),
  internet_provider: z.string(),
  messages: z.array(SupportTicketMessage),
})
export type SupportTicket = z.infer<typeof SupportTicket>
const text = userText(SUPPORT_TICKET.min, SUPPORT_TICKET.max)

/** Schemas of the inputs and the reply of each call, by the name of its endpoint. */
export const supportCalls = {
  listSupportTickets: {
    own: true,
    summary: 'Support tickets',
    query: z.strictObject(KeyPaging),
    data: keyPagedList(SupportTicket),
  },
  getSupportTicket: {
    own: true,
    summary: 'A support ticket with its messages',
    data: SupportTicket,
  },
  createSupportTicket: {
    own: true,
    summary: 'Open a support ticket',
    body: z.strictObject({
      title: userText(SUPPORT_TICKET.min, SUPPORT_TICKET.title),
      text,
      department: Department,
    }),
    data: SupportTicket,
  },
  addSupportTicketMessage: {
    own: true,
    summary: 'Reply to a support ticket',
    body: z.strictObject({ text }),
    data: SupportTicket,
  },
}
