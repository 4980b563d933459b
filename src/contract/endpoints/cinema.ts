import { endpoint } from '../endpoint.ts'

export const getCinemaInvoice = endpoint({
  name: 'getCinemaInvoice',
  method: 'GET',
  path: '/video-contents/{id}/cinemaonline-invoice',
  access: 'adult',
})

export const listCinemaGateways = endpoint({
  name: 'listCinemaGateways',
  method: 'GET',
  path: '/subscriptions/CinemaOnlinePaymentGateway',
  access: 'adult',
})

export const buyCinemaTicket = endpoint({
  name: 'buyCinemaTicket',
  method: 'POST',
  path: '/video-contents/{id}/buy-ticket',
  access: 'adult',
  idempotent: true,
})

export const getCinemaTransaction = endpoint({
  name: 'getCinemaTransaction',
  method: 'GET',
  path: '/cinema-online/GetTransaction/{id}',
  access: 'adult',
})

export const listCinemaTickets = endpoint({
  name: 'listCinemaTickets',
  method: 'GET',
  path: '/users/_self/cinema-tickets',
  access: 'adult',
})
