import { BY_OPERATOR, type Retention } from '../db/retention.ts'
import { webhookDeliveries, webhookEndpoints, webhookEvents } from '../db/schema/webhooks.ts'

export const webhooksRetention: Retention[] = [
  { table: webhookEndpoints, stored: BY_OPERATOR, why: 'where events are sent' },
  {
    table: webhookEvents,
    expiries: [{ from: webhookEvents.createdAt, after: { days: 30 } }],
    why: 'an event is sent once; receivers ask about the last weeks. It names people by id alone',
  },
  { table: webhookDeliveries, with: webhookEvents, why: 'the log of what was sent' },
]
