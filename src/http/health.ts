/**
 * /healthz, /readyz and /metrics, for operators. Probes and Prometheus address a node by IP, so these steps precede the check of
 * the Host header.
 */
import { parseBearerToken } from '#src/contract/bearer.ts'
import type { Env } from '../service/platform/env.ts'
import { LOOPBACK } from '../service/platform/http/address.ts'
import type { Step } from './listen.ts'
import { rejectRequest, sendUncachedText } from './request-limits.ts'

/**
 * Answers /healthz and /readyz.
 * @param faults returns the reasons why this node cannot serve requests now; none if it can
 */
export function serveHealth(faults: () => Promise<string[]>): Step {
  return (_, res, visitor) => {
    if (visitor.path === '/healthz') return sendUncachedText(res, 200, '{"status":"ok"}', visitor)
    if (visitor.path !== '/readyz') return false
    return faults().then(reasons => {
      if (reasons.length === 0) return sendUncachedText(res, 200, '{"status":"ready"}', visitor)
      return sendUncachedText(res, 503, JSON.stringify({ status: 'not ready', reasons }), visitor)
    })
  }
}

/**
 * Answers /metrics to clients that send METRICS_TOKEN. Without that setting, only programs on this machine get an answer.
 * A local proxy connects from a loopback address too: forwarded requests are refused, and once a proxy that TRUST_PROXY does not
 * name was seen, all requests without the token. All other clients get 404.
 */
export function serveMetrics(
  { METRICS_TOKEN }: Pick<Env, 'METRICS_TOKEN'>,
  read: () => Promise<string>,
  hasSeenProxy: () => boolean = () => false,
): Step {
  return (req, res, visitor) => {
    if (visitor.path !== '/metrics') return false
    const isAllowed = METRICS_TOKEN
      ? parseBearerToken(req.headers.authorization) === METRICS_TOKEN
      : LOOPBACK.includes(visitor.address) && !visitor.isForwarded && !hasSeenProxy()
    if (!isAllowed) return rejectRequest(res, 'not_found', visitor)
    const type = { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' }
    return read().then(text => sendUncachedText(res, 200, text, visitor, type))
  }
}
