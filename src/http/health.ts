/** /healthz, /readyz and /metrics, for those who operate the site. */
import { bearerToken } from '#src/contract/bearer.ts'
import type { Env } from '../service/env.ts'
import { LOOPBACK } from '../service/http/address.ts'
import type { Step } from './listen.ts'
import { reject, sendText } from './request-limits.ts'

/** @param faults why this node cannot serve now; empty when it can */
export function health(faults: () => Promise<string[]>): Step {
  return (_, res, visitor) => {
    if (visitor.path === '/healthz') return sendText(res, 200, '{"status":"ok"}', visitor)
    if (visitor.path !== '/readyz') return false
    return faults().then(reasons => {
      if (reasons.length === 0) return sendText(res, 200, '{"status":"ready"}', visitor)
      return sendText(res, 503, JSON.stringify({ status: 'not ready', reasons }), visitor)
    })
  }
}

/** For METRICS_TOKEN, or without one for this machine alone; anybody else gets a 404. */
export function metrics(
  { METRICS_TOKEN }: Pick<Env, 'METRICS_TOKEN'>,
  read: () => Promise<string>,
): Step {
  return (req, res, visitor) => {
    if (visitor.path !== '/metrics') return false
    const isAllowed = METRICS_TOKEN
      ? bearerToken(req.headers.authorization) === METRICS_TOKEN
      : LOOPBACK.includes(visitor.address)
    if (!isAllowed) return reject(res, 404, visitor)
    const type = { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' }
    return read().then(text => sendText(res, 200, text, visitor, type))
  }
}
