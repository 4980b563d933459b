import { endpoint } from '../endpoint.ts'

export const listSupportTickets = endpoint({
  name: 'listSupportTickets',
  method: 'GET',
  path: '/tickets',
  access: 'adult',
  own: true,
})

export const getSupportTicket = endpoint({
  name: 'getSupportTicket',
  method: 'GET',
  path: '/tickets/{id}',
  access: 'adult',
  own: true,
})

export const createSupportTicket = endpoint({
  name: 'createSupportTicket',
  method: 'POST',
  path: '/tickets',
  access: 'adult',
  own: true,
  idempotent: true,
})

export const addSupportTicketMessage = endpoint({
  name: 'addSupportTicketMessage',
  method: 'POST',
  path: '/tickets/{id}/messages',
  access: 'adult',
  own: true,
  idempotent: true,
})
