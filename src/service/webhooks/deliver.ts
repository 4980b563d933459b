/** One event to one endpoint: what became of it is noted, and decides whether and when it is tried again. */
import { toWire } from '#src/lib/text/tehran.ts'
import type { Deps } from '../deps.ts'
import { AddressBlocked } from '../http/guarded-get.ts'
import { type Delivery, type Endpoint, updateClaimed } from './deliveries.queries.ts'
import { signedHeaders } from './signature.ts'

const REPLY_MS = 10_000
const MAX_ATTEMPTS = 15
const FIRST_PAUSE_MS = 60_000
const LONGEST_PAUSE_MS = 6 * 3_600_000
const GONE = 410

export type DeliveryOutcome = 'sent' | 'retry' | 'dead'
type Message = { id: string; type: string; data: Record<string, unknown>; createdAt: Date }
export type Attempt = {
  /** Of the reply; null where none came. */
  status: number | null
  /** Null for an accepted message. */
  failure: 'status' | 'address' | 'timeout' | 'connection' | null
}

/** Sends a message and tells what the endpoint made of it; changes nothing here. */
export async function postMessage(
  deps: Pick<Deps, 'keys' | 'now' | 'guardedPost'>,
  endpoint: Pick<Endpoint, 'id' | 'url' | 'isInternal'>,
  { id, type, data, createdAt }: Message,
): Promise<Attempt> {
  const body = JSON.stringify({ type, timestamp: toWire(createdAt), data })
  const headers = signedHeaders(deps, endpoint.id, { id, sentAt: deps.now(), body })
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

export async function deliver(
  deps: Deps,
  endpoint: Endpoint,
  delivery: Delivery,
): Promise<DeliveryOutcome> {
  const { status, failure } = await postMessage(deps, endpoint, delivery.event)
  await deps.failpoint?.('webhook:sent')
  const now = await deps.databaseNow(deps.db)
  const attempts = delivery.attempts + 1
  if (failure === null) {
    await updateClaimed(deps, delivery, { sentAt: now, attempts, status, failure })
    return 'sent'
  }
  if (status === GONE || attempts >= MAX_ATTEMPTS) {
    await updateClaimed(deps, delivery, { deadAt: now, attempts, status, failure })
    logDead(deps, { ...delivery, attempts, failure })
    return 'dead'
  }
  const nextAttemptAt = new Date(now.getTime() + pauseAfter(deps, attempts))
  const retry = { claimedAt: null, attempts, status, failure, nextAttemptAt }
  await updateClaimed(deps, delivery, retry)
  return 'retry'
}

type Dead = Pick<Delivery, 'eventId' | 'endpointId' | 'attempts' | 'failure'>

export function logDead(
  { log }: Pick<Deps, 'log'>,
  { eventId, endpointId: endpoint, attempts, failure }: Dead,
): void {
  log.error({ event: 'webhook_dead', id: eventId, endpoint, attempts, failure }, 'webhook')
}

/** Twice as long each time, and up to a quarter more or less. */
function pauseAfter({ random }: Pick<Deps, 'random'>, attempts: number): number {
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), LONGEST_PAUSE_MS)
  const [drawn = 0] = random.bytes(1)
  return pause * (0.75 + (drawn / 255) * 0.5)
}
