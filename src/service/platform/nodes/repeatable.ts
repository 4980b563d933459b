/** Decides which calls to a remote service may be sent a second time, to another address. */
import { endpoints } from '#src/contract/all.ts'

const WITH_EFFECT = endpoints
  .filter(({ endpoint }) => endpoint.method === 'GET' && endpoint.effect)
  .map(({ endpoint }) => new RegExp(`^${endpoint.path.replace(/\{\w+\}/g, '[^/]+')}/?$`))
/** Outside the contract, a GET settles a payment or acts as a bank; media are only read. */
const OUTSIDE_API = /^\/(payments|webhooks|fake|dev)\//

/** Causes of `fetch failed` that occur before a byte of the call is sent. */
const NOT_SENT = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** True for a read without effect. */
export function isSafe(method: string, path: string): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  return !OUTSIDE_API.test(path) && !WITH_EFFECT.some(pattern => pattern.test(path))
}

/** True if the connection failed before the service could have received anything. */
export function wasNotSent(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof AggregateError && cause.errors.length > 0)
      return cause.errors.every(wasNotSent)
    if (NOT_SENT.has((cause as { code?: string }).code ?? '')) return true
  }
  return false
}
