/** Checks if a page node can serve: it asks its service nodes, which also check if both have the same SECRET and time. */
import type { Logger } from 'pino'
import { type Dispatcher, fetch } from 'undici'
import { NODE_HEADER, signNode } from './visitor-signature.ts'

const READY_MS = 2_000
/** Status for a signature whose time is too far from that of the service node. */
export const WRONG_CLOCK = 425
/** Path that service nodes answer to holders of the key. */
export const READY_PATH = '/nodes/ready'
const SAY_EVERY_MS = 60_000

type Options = {
  baseUrls: readonly string[]
  key: Buffer
  log: Pick<Logger, 'error'>
  dispatcher: Dispatcher
}

/** Returns the check of all addresses. One address that is ready is enough. */
export function createReadinessCheck({
  baseUrls,
  key,
  log,
  dispatcher,
}: Options): () => Promise<string[]> {
  let saidAt = Number.NEGATIVE_INFINITY
  return async () => {
    const answers = await Promise.all(baseUrls.map(baseUrl => ask(baseUrl, key, dispatcher)))
    const others = baseUrls.filter((_, n) => answers[n] === 403)
    if (others.length > 0 && performance.now() - saidAt > SAY_EVERY_MS) {
      saidAt = performance.now()
      const services = others.map(baseUrl => new URL(baseUrl).host)
      log.error({ services }, 'the service has another SECRET: use the same SECRET on all nodes')
    }
    if (answers.includes(200)) return []
    if (others.length > 0) return ['secret']
    return [answers.includes(WRONG_CLOCK) ? 'clock' : 'service']
  }
}

/** Returns the status; 0 without an answer. */
async function ask(baseUrl: string, key: Buffer, dispatcher: Dispatcher): Promise<number> {
  try {
    const headers = { [NODE_HEADER]: signNode(key, { method: 'GET', path: READY_PATH }) }
    const signal = AbortSignal.timeout(READY_MS)
    const reply = await fetch(baseUrl + READY_PATH, { headers, signal, dispatcher })
    await reply.body?.cancel()
    return reply.status
  } catch {
    return 0
  }
}
