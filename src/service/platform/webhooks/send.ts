import type { Deps } from '../deps.ts'
import { type PoolOptions, runWorkerPool } from '../worker-pool.ts'
import { deliverWebhook, logDeadDelivery } from './deliver.ts'
import {
  claimDeliveries,
  type Delivery,
  type Endpoint,
  giveUpStaleDeliveries,
  listDueEndpoints,
  updateClaimedDelivery,
} from './deliveries.queries.ts'

/** Simultaneous messages of one node to one endpoint. */
const CONCURRENCY = 4
/** A run ends before the next one begins; unsent messages stay due. */
const LONGEST_MS = 50_000

/**
 * Sends due messages and returns how many were accepted. Endpoints are served side by side, so one that hangs does not delay others.
 * After a failed message, an endpoint gets no more until the next run.
 */
export async function sendWebhooks(deps: Deps, onBacklog?: () => Promise<void>): Promise<number> {
  for (const dead of await giveUpStaleDeliveries(deps)) logDeadDelivery(deps, dead)
  const time = AbortSignal.timeout(LONGEST_MS)
  const endpoints = await listDueEndpoints(deps)
  const sent = await Promise.all(
    endpoints.map(endpoint => sendTo(deps, endpoint, { time, onBacklog })),
  )
  return sent.reduce((sum, count) => sum + count, 0)
}

async function sendTo(
  deps: Deps,
  endpoint: Endpoint,
  { time, onBacklog }: { time: AbortSignal } & Pick<PoolOptions<Delivery>, 'onBacklog'>,
): Promise<number> {
  let sent = 0
  let isDown = false
  await runWorkerPool(
    () => claimDeliveries(deps, endpoint.id, CONCURRENCY),
    async (delivery: Delivery) => {
      const outcome = await deliverWebhook(deps, endpoint, delivery)
      if (outcome === 'sent') sent++
      if (outcome === 'retry') isDown = true
    },
    {
      concurrency: CONCURRENCY,
      isOver: () => isDown || time.aborted,
      onBacklog,
      giveBack: async rows => {
        for (const row of rows) await updateClaimedDelivery(deps, row, { claimedAt: null })
      },
    },
  )
  return sent
}
