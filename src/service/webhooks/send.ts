import type { Deps } from '../deps.ts'
import { runWorkerPool } from '../worker-pool.ts'
import { deliver, logDead } from './deliver.ts'
import {
  buryStale,
  claimDeliveries,
  type Delivery,
  type Endpoint,
  endpointsDue,
  updateClaimed,
} from './deliveries.queries.ts'

/** Messages to one endpoint at a time, of one node. */
const CONCURRENCY = 4
/** A run ends before the next one begins; what it leaves stays due. */
const LONGEST_MS = 50_000

/**
 * Sends what is due and returns how many were accepted. Endpoints are served beside each other, so that one that hangs holds up no other;
 * after a message that failed an endpoint is left alone until the next run.
 */
export async function sendWebhooks(deps: Deps): Promise<number> {
  for (const dead of await buryStale(deps)) logDead(deps, dead)
  const time = AbortSignal.timeout(LONGEST_MS)
  const endpoints = await endpointsDue(deps)
  const sent = await Promise.all(endpoints.map(endpoint => sendTo(deps, endpoint, time)))
  return sent.reduce((sum, count) => sum + count, 0)
}

async function sendTo(deps: Deps, endpoint: Endpoint, time: AbortSignal): Promise<number> {
  let sent = 0
  let isDown = false
  await runWorkerPool(
    () => claimDeliveries(deps, endpoint.id, CONCURRENCY),
    async (delivery: Delivery) => {
      const outcome = await deliver(deps, endpoint, delivery)
      if (outcome === 'sent') sent++
      if (outcome === 'retry') isDown = true
    },
    {
      concurrency: CONCURRENCY,
      isOver: () => isDown || time.aborted,
      giveBack: async rows => {
        for (const row of rows) await updateClaimed(deps, row, { claimedAt: null })
      },
    },
  )
  return sent
}
