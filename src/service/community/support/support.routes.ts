import type { Hono } from 'hono'
import {
  addSupportTicketMessage,
  createSupportTicket,
  getSupportTicket,
  listSupportTickets,
} from '#src/contract/endpoints/support.ts'
import { findNetwork, networksFile } from '../../platform/adapters/networks/networks.ts'
import type { Deps } from '../../platform/deps.ts'
import { router, type ServiceEnv } from '../../platform/http/router.ts'
import * as queries from './support-tickets.queries.ts'

const TICKETS = { points: 6, seconds: 3_600 }
const MESSAGES = { points: 20, seconds: 3_600 }

export function supportRoutes(deps: Deps): Hono<ServiceEnv> {
  const { on, app } = router(deps)
  const networks = networksFile(deps.env)

  on(listSupportTickets)(async ({ viewer, query }) =>
    queries.supportTicketPage(deps, viewer.userId, query),
  )

  on(getSupportTicket)(async ({ viewer, params }) =>
    queries.supportTicketById(deps.db, params.id, viewer.userId),
  )

  on(createSupportTicket)(async ({ viewer, body, address }) => {
    await deps.limits.secure('ticket', viewer.userId, TICKETS)
    const { country, provider } = findNetwork(networks, address)
    return queries.insertSupportTicket(deps, {
      userId: viewer.userId,
      ...body,
      ip: address,
      country: country || null,
      provider: provider || null,
    })
  })

  on(addSupportTicketMessage)(async ({ viewer, params, body }) => {
    await deps.limits.secure('ticket-message', viewer.userId, MESSAGES)
    return queries.addTicketMessage(deps, viewer.userId, params.id, body.text)
  })

  return app
}
