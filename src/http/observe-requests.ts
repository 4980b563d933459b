/** Measures every request for /metrics and writes its line of the access log. Health checks are left out. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { Histogram, type Registry } from 'prom-client'
import type { Env } from '../service/platform/env.ts'
import type { RouteTemplate } from './route-template.ts'
import type { Visitor } from './visitor.ts'

export type ObserveRequest = (req: IncomingMessage, res: ServerResponse, visitor: Visitor) => void
export type ObserveOptions = {
  registry: Registry
  log: Pick<Logger, 'info'>
  env: Pick<Env, 'ACCESS_LOG'>
  routeOf: (path: string) => RouteTemplate
}

const NAME = 'pardeh_request_seconds'
const LABELS = ['kind', 'route', 'method', 'status'] as const
type Label = (typeof LABELS)[number]
const HEALTH = ['/healthz', '/readyz', '/metrics', '/nodes/ready', '/nodes/changes']
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
/** The status that nginx logs if the client disconnects before the reply was sent. */
const CLIENT_LEFT = 499

export function observeRequests({ registry, log, env, routeOf }: ObserveOptions): ObserveRequest {
  const known = registry.getSingleMetric(NAME) as Histogram<Label> | undefined
  const histogram =
    known ??
    new Histogram({
      name: NAME,
      help: 'Time from the headers of a request to the end of its reply',
      labelNames: LABELS,
      buckets: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers: [registry],
    })
  return (req, res, visitor) => {
    const { path, requestId, address } = visitor
    if (HEALTH.includes(path)) return
    const start = performance.now()
    const { socket } = req
    const sentBefore = socket.bytesWritten
    res.once('close', () => {
      const milliseconds = performance.now() - start
      const { kind, route } = routeOf(path)
      const method = METHODS.find(known => known === req.method) ?? 'other'
      const status = res.writableFinished ? res.statusCode : CLIENT_LEFT
      histogram.observe({ kind, route, method, status: String(status) }, milliseconds / 1_000)
      if (env.ACCESS_LOG === 'off') return
      const fields = {
        method,
        route,
        status,
        ms: Math.round(milliseconds * 10) / 10,
        bytes: socket.bytesWritten - sentBefore,
        requestId,
        ...(env.ACCESS_LOG === 'address' ? { client: address } : {}),
      }
      log.info({ event: 'request', ...fields }, 'request')
    })
  }
}
