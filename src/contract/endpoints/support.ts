import { endpoint } from '../endpoint.ts'

export const listSupportTickets = endpoint({
  name: 'listSupportTickets',
  method: 'GET',
  path: '/tickets',
  access: 'adult',
})

export const getSupportTicket = endpoint({
  name: 'getSupportTicket',
  method: 'GET',
  path: '/tickets/{id}',
  access: 'adult',
})

export const createSupportTicket = endpoint({
  name: 'createSupportTicket',
  method: 'POST',
  path: '/tickets',
  access: 'adult',
  idempotent: true,
})

export const addSupportTicketMessage = endpoint({
  name: 'addSupportTicketMessage',
  method: 'POST',
  path: '/tickets/{id}/messages',
  access: 'adult',
  idempotent: true,
})
