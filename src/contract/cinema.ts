import { z } from 'zod'
import { Gateway, Invoice, Transaction } from './checkout.ts'
import { ContentCard } from './content.ts'
import { endpoint } from './endpoint.ts'
import { Id, list, Paging, Timestamp, VoucherCode } from './fields.ts'

export const CinemaInvoice = z.object({
  content: ContentCard,
  invoice: Invoice,
  ticket: z.object({ valid_hours: z.number().int() }),
})
export type CinemaInvoice = z.infer<typeof CinemaInvoice>
const codes = {
  discountCode: VoucherCode.optional(),
  referalToken: z.string().max(100).optional(),
}
export const getCinemaInvoice = endpoint({
  method: 'GET',
  path: '/video-contents/{id}/cinemaonline-invoice',
  access: 'adult',
  summary: 'What a ticket costs',
  query: z.strictObject(codes),
  data: CinemaInvoice,
})
export const listCinemaGateways = endpoint({
  method: 'GET',
  path: '/subscriptions/CinemaOnlinePaymentGateway',
  access: 'adult',
  summary: 'Gateways for tickets',
  data: z.object({ gateways: z.array(Gateway) }),
})
export const buyCinemaTicket = endpoint({
  method: 'POST',
  path: '/video-contents/{id}/buy-ticket',
  access: 'adult',
  idempotent: true,
  summary: 'Buy a ticket at the bank',
  body: z.strictObject({ gateway_id: Id, ...codes }),
  data: z.object({ transaction_id: Id, redirect_url: z.string().nullable() }),
})
export const getCinemaTransaction = endpoint({
  method: 'GET',
  path: '/cinema-online/GetTransaction/{id}',
  access: 'adult',
  summary: 'How a ticket payment stands',
  data: Transaction,
})
export const CinemaTicket = z.object({
  id: Id,
  content: ContentCard,
  bought_at: Timestamp,
  first_played_at: Timestamp.nullable(),
  expires_at: Timestamp.nullable(),
  valid_hours: z.number().int(),
  status: z.enum(['unused', 'running', 'ended']),
})
export type CinemaTicket = z.infer<typeof CinemaTicket>
export const listCinemaTickets = endpoint({
  method: 'GET',
  path: '/users/_self/cinema-tickets',
  access: 'adult',
  own: true,
  summary: 'Tickets of the user',
  query: z.strictObject(Paging),
  data: list(CinemaTicket),
})
