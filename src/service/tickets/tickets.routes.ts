import { join } from 'node:path'
import type { Hono } from 'hono'
import { addTicketMessage, createTicket, getTicket, listTickets } from '#src/contract/tickets.ts'
import type { Deps } from '../deps.ts'
import { router, type ServiceEnv } from '../http/router.ts'
import { networkOf } from './network.ts'
import * as queries from './tickets.queries.ts'

const TICKETS = { points: 6, seconds: 3_600 }
const MESSAGES = { points: 20, seconds: 3_600 }

export function ticketsRoutes(deps: Deps): Hono<ServiceEnv> {
  const { on, app } = router(deps)
  const networks = join(deps.env.DATA_DIR, 'networks.csv')

  on(listTickets)(async ({ viewer, query }) => queries.ticketPage(deps, viewer.userId, query))

  on(getTicket)(async ({ viewer, params }) => queries.ticketOf(deps.db, params.id, viewer.userId))

  on(createTicket)(async ({ viewer, body, address }) => {
    await deps.limits.secure('ticket', viewer.userId, TICKETS)
    const { country, provider } = networkOf(networks, address)
    return queries.insertTicket(deps, {
      userId: viewer.userId,
      ...body,
      ip: address,
      country: country || null,
      provider: provider || null,
    })
  })

  on(addTicketMessage)(async ({ viewer, params, body }) => {
    await deps.limits.secure('ticket-message', viewer.userId, MESSAGES)
    return queries.addMessage(deps, viewer.userId, params.id, body.text)
  })

  return app
}
