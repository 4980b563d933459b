/** `npm run service`: the service alone, for sites whose API_BASE_URL names it. */
import type { ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { health, metrics } from './http/health.ts'
import { listen, type Server, type Step } from './http/listen.ts'
import { observeRequests } from './http/observe-requests.ts'
import { sendText } from './http/request-limits.ts'
import { serviceRoutes } from './http/route-template.ts'
import { securityHeaders } from './http/security-headers.ts'
import { isHttps, visitorReader } from './http/visitor.ts'
import { reportFailure } from './service/cli/command.ts'
import { sayFirstSteps } from './service/cli/first-run.ts'
import { say } from './service/cli/terminal.ts'
import { readEnv } from './service/env.ts'
import { continueTrace, readTraceParent, TRACE_PARENT } from './service/http/trace-parent.ts'
import { type Service, startService } from './service/main.ts'
import { type Callers, createCallers } from './service/nodes/callers.ts'
import { CHANGES_PATH, type ChangeFeed } from './service/nodes/change-feed.ts'
import { READY_PATH } from './service/nodes/readiness.ts'
import { logProcess } from './service/process-log.ts'

async function main(): Promise<void> {
  const env = { ...readEnv(), API_BASE_URL: undefined }
  const service = await startService(env, { port: env.API_PORT })
  if (service.kind === 'remote') throw new Error('the service is not to be elsewhere')
  const { log } = service
  const { registry } = service
  const callers = createCallers(env, { log, registry })
  const faults = async () => (server.isDraining() ? ['draining'] : service.faults())
  const server: Server = await listen({
    host: env.HOST,
    port: env.API_PORT,
    log: service.log,
    isBehindProxy: env.TRUST_PROXY.length > 0,
    visitorOf: visitorReader(env, env.TRUST_PROXY),
    observe: observeRequests({ registry, log, env, routeOf: serviceRoutes() }),
    steps: [
      health(faults),
      nodeCalls(callers, faults, service.changes),
      metrics(env, service.metrics),
      calls(service, callers),
    ],
    headers: securityHeaders('reply', isHttps(env, undefined)),
    drainSeconds: env.DRAIN_SECONDS,
    beforeClose: () => {
      for (const stream of streams) stream.end()
    },
    stop: service.stop,
  })
  service.log.info({ host: env.HOST, port: env.API_PORT, mode: env.MODE }, 'the service listens')
  logProcess(service.log)
  say(`API  http://${env.HOST}:${env.API_PORT}`)
  await sayFirstSteps(service)
}

/** What page nodes ask for themselves. */
function nodeCalls(callers: Callers, faults: () => Promise<string[]>, changes: ChangeFeed): Step {
  return async (req, res, visitor) => {
    if (visitor.path !== READY_PATH && visitor.path !== CHANGES_PATH) return false
    if (!callers.isNode(req.headers)) return sendText(res, 403, '', visitor)
    if (visitor.path === CHANGES_PATH) return streamChanges(res, changes)
    return sendText(res, (await faults()).length === 0 ? 200 : 503, '', visitor)
  }
}

const streams = new Set<ServerResponse>()

/** A page node that reads too slowly is cut off, and begins again. */
function streamChanges(res: ServerResponse, changes: ChangeFeed): true {
  res.writeHead(200, { 'Content-Type': 'application/x-ndjson', 'Cache-Control': 'no-store' })
  res.flushHeaders()
  streams.add(res)
  const end = changes.subscribe(line => {
    if (!res.write(line)) res.destroy()
  })
  res.on('close', () => {
    streams.delete(res)
    end()
  })
  return true
}

/** Who calls is whom the connection comes from, unless a page node says otherwise; its trace goes on here too. */
function calls(service: Service, callers: Callers): Step {
  return async (req, res, { address, requestId, traceParent }) => {
    const signed = callers.visitor(req.headers)
    const context = signed ?? { address, requestId }
    const parent = signed ? readTraceParent(String(req.headers[TRACE_PARENT] ?? '')) : traceParent
    const answer = getRequestListener(request => service.call(request, context), {
      overrideGlobalObjects: false,
    })
    await continueTrace(parent, () => answer(req, res))
    return true
  }
}

main().catch(async (error: unknown) => {
  await reportFailure(error)
  process.exit(1)
})
