import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, list, Paging, Timestamp } from './fields.ts'
import { TICKET } from './limits.ts'
import { written } from './written.ts'

export const SupportTicketStatus = z.enum(['none', 'pending', 'in_progress', 'completed'])
export const Department = z.enum(['none', 'technical', 'support', 'content', 'management'])
export const SupportTicketMessage = z.object({
  id: Id,
  text: z.string(),
  from: z.enum(['user', 'support']),
  created_at: Timestamp,
})
export const Ticket = z.object({
  id: Id,
  /** What people say on the phone. */
  number: z.number().int(),
  title: z.string(),
  text: z.string(),
  status: SupportTicketStatus,
  department: Department,
  created_at: Timestamp,
  /** ISO 3166-1 alpha-2; recorded by the server, as the next two. Empty where nothing is known. */
  country: z.string(),
  ip: z.string(),
  internet_provider: z.string(),
  messages: z.array(SupportTicketMessage),
})
export type Ticket = z.infer<typeof Ticket>
const text = written(TICKET.min, TICKET.max)
export const listSupportTickets = endpoint({
  method: 'GET',
  path: '/tickets',
  access: 'adult',
  own: true,
  summary: 'Support tickets',
  query: z.strictObject(Paging),
  data: list(Ticket),
})
export const getSupportTicket = endpoint({
  method: 'GET',
  path: '/tickets/{id}',
  access: 'adult',
  own: true,
  summary: 'A ticket with its messages',
  data: Ticket,
})
export const createSupportTicket = endpoint({
  method: 'POST',
  path: '/tickets',
  access: 'adult',
  own: true,
  idempotent: true,
  summary: 'Ask support',
  body: z.strictObject({
    title: written(TICKET.min, TICKET.title),
    text,
    department: Department,
  }),
  data: Ticket,
})
export const addSupportTicketMessage = endpoint({
  method: 'POST',
  path: '/tickets/{id}/messages',
  access: 'adult',
  own: true,
  idempotent: true,
  summary: 'Write on',
  body: z.strictObject({ text }),
  data: Ticket,
})
