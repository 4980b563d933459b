import { z } from 'zod'
import { Gateway, Invoice, Transaction } from './checkout.ts'
import { ContentCard } from './content.ts'
import { Count, Id, Paging, pagedList, Timestamp, VoucherCode } from './fields.ts'

export const CinemaInvoice = z.object({
  content: ContentCard,
  invoice: Invoice,
  ticket: z.object({ valid_hours: Count }),
})
export type CinemaInvoice = z.infer<typeof CinemaInvoice>
const codes = {
  discountCode: VoucherCode.optional(),
  referalToken: z.string().max(100).optional(),
}
export const CinemaTicket = z.object({
  id: Id,
  content: ContentCard,
  bought_at: Timestamp,
  first_played_at: Timestamp.nullable(),
  expires_at: Timestamp.nullable(),
  valid_hours: Count,
  status: z.enum(['unused', 'running', 'ended']),
})
export type CinemaTicket = z.infer<typeof CinemaTicket>

/** Schemas of the inputs and the reply of each call, by the name of its endpoint. */
export const cinemaCalls = {
  getCinemaInvoice: {
    summary: 'Price of a cinema ticket',
    query: z.strictObject(codes),
    data: CinemaInvoice,
  },
  listCinemaGateways: {
    summary: 'Gateways for cinema tickets',
    data: z.object({ gateways: z.array(Gateway) }),
  },
  buyCinemaTicket: {
    summary: 'Buy a cinema ticket at the bank',
    body: z.strictObject({ gateway_id: Id, ...codes }),
    data: z.object({ transaction_id: Id, redirect_url: z.string().nullable() }),
  },
  getCinemaTransaction: {
    summary: 'Status of a cinema ticket payment',
    data: Transaction,
  },
  listCinemaTickets: {
    own: true,
    summary: 'Cinema tickets of the user',
    query: z.strictObject(Paging),
    data: pagedList(CinemaTicket),
  },
}
