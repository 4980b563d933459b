/** Sends one event to one endpoint. Its outcome is stored, and decides if and when it is tried again. */
import { HOUR_MS, MINUTE_MS } from '#src/lib/text/milliseconds.ts'
import { toWire } from '#src/lib/text/tehran.ts'
import type { Deps } from '../deps.ts'
import { AddressBlocked } from '../http/guarded-get.ts'
import { retryPause } from '../retry-pause.ts'
import { type Delivery, type Endpoint, updateClaimedDelivery } from './deliveries.queries.ts'
import { signedWebhookHeaders } from './signature.ts'

const REPLY_MS = 10_000
const MAX_ATTEMPTS = 15
const PAUSE_MS = { first: MINUTE_MS, longest: 6 * HOUR_MS }
const GONE = 410

export type DeliveryOutcome = 'sent' | 'retry' | 'dead'
type Message = { id: string; type: string; data: Record<string, unknown>; createdAt: Date }
export type Attempt = {
  /** HTTP status of the reply; null if there was none. */
  status: number | null
  /** Null if the message was accepted. */
  failure: 'status' | 'address' | 'timeout' | 'connection' | null
}

/** Sends a message and returns the reply of the endpoint, without storing it. */
export async function postMessage(
  deps: Pick<Deps, 'keys' | 'now' | 'guardedPost'>,
  endpoint: Pick<Endpoint, 'id' | 'url' | 'isInternal'>,
  { id, type, data, createdAt }: Message,
): Promise<Attempt> {
  const body = JSON.stringify({ type, timestamp: toWire(createdAt), data })
  const headers = signedWebhookHeaders(deps, endpoint.id, { id, sentAt: deps.now(), body })
  const allowedOrigins = endpoint.isInternal ? [new URL(endpoint.url).origin] : []
  const signal = AbortSignal.timeout(REPLY_MS)
  try {
    const status = await deps.guardedPost(endpoint.url, { headers, body, allowedOrigins, signal })
    return { status, failure: status >= 200 && status < 300 ? null : 'status' }
  } catch (error) {
    if (error instanceof AddressBlocked) return { status: null, failure: 'address' }
    return { status: null, failure: signal.aborted ? 'timeout' : 'connection' }
  }
}

export async function deliverWebhook(
  deps: Deps,
  endpoint: Endpoint,
  delivery: Delivery,
): Promise<DeliveryOutcome> {
  const { status, failure } = await postMessage(deps, endpoint, delivery.event)
  await deps.failpoint?.('webhook:sent')
  const now = await deps.databaseNow(deps.db)
  const attempts = delivery.attempts + 1
  if (failure === null) {
    await updateClaimedDelivery(deps, delivery, { sentAt: now, attempts, status, failure })
    return 'sent'
  }
  if (status === GONE || attempts >= MAX_ATTEMPTS) {
    await updateClaimedDelivery(deps, delivery, { deadAt: now, attempts, status, failure })
    logDeadDelivery(deps, { ...delivery, attempts, failure })
    return 'dead'
  }
  const nextAttemptAt = new Date(now.getTime() + retryPause(deps, attempts, PAUSE_MS))
  const retry = { claimedAt: null, attempts, status, failure, nextAttemptAt }
  await updateClaimedDelivery(deps, delivery, retry)
  return 'retry'
}

type Dead = Pick<Delivery, 'eventId' | 'endpointId' | 'attempts' | 'failure'>

export function logDeadDelivery(
  { log }: Pick<Deps, 'log'>,
  { eventId, endpointId: endpoint, attempts, failure }: Dead,
): void {
  log.error({ event: 'webhook_dead', id: eventId, endpoint, attempts, failure }, 'webhook')
}
