import type { Deps } from '../deps.ts'
import { callOtherNodes, onceOnThisNode } from '../node-work.ts'
import { countDeadDeliveries } from './deliveries.queries.ts'
import { sendWebhooks } from './send.ts'

const SEND = 'webhooks.send'
const HELP = 'webhooks.send.help'

export function registerWebhookJobs(deps: Deps): void {
  const send = (onBacklog?: () => Promise<void>) =>
    onceOnThisNode(deps, SEND, async () => void (await sendWebhooks(deps, onBacklog)))
  deps.jobs.define(SEND, () => send(callOtherNodes(deps, HELP)), {
    cron: '* * * * *',
    retries: 0,
  })
  deps.jobs.define(HELP, () => send(), { retries: 0 })
  deps.metrics.gauge(
    'pardeh_webhooks_dead',
    'Webhook deliveries that were given up and wait for an operator: ./pardeh webhooks deliveries --state dead',
    'endpoint',
    () => countDeadDeliveries(deps),
  )
}
