/** `npm run service`: starts the service alone, for sites whose API_BASE_URL names it. */
import type { ServerResponse } from 'node:http'
import { serveHealth, serveMetrics } from './http/health.ts'
import { listen, type Server, type Step } from './http/listen.ts'
import { observeRequests } from './http/observe-requests.ts'
import { sendUncachedText } from './http/request-limits.ts'
import { createServiceRouteMatcher } from './http/route-template.ts'
import { securityHeaders } from './http/security-headers.ts'
import { serveCalls } from './http/service-calls.ts'
import { watchUntrustedProxies } from './http/untrusted-proxy.ts'
import { createVisitorReader, usesHttps } from './http/visitor.ts'
import { startService } from './service/main.ts'
import { sayFirstSteps } from './service/operations/cli/first-run.ts'
import { reportFailure } from './service/operations/cli/report-failure.ts'
import { say } from './service/operations/cli/terminal.ts'
import { readEnv } from './service/platform/env.ts'
import { type Callers, createCallers } from './service/platform/nodes/callers.ts'
import { CHANGES_PATH, type ChangeFeed } from './service/platform/nodes/change-feed.ts'
import { READY_PATH, WRONG_CLOCK } from './service/platform/nodes/readiness.ts'
import { logProcess } from './service/platform/process-log.ts'
import { startStaffConsole } from './staff-console.ts'

async function main(): Promise<void> {
  const env = { ...readEnv(), API_BASE_URL: undefined }
  const service = await startService(env, { port: env.API_PORT })
  if (service.kind === 'remote') throw new Error('the service must run in this process')
  const { log } = service
  const { registry } = service
  const proxies = watchUntrustedProxies(env, { log, registry })
  const callers = createCallers(env, { log, registry, now: service.deps.now })
  const faults = async () => (server.isDraining() ? ['draining'] : service.faults())
  const server: Server = await listen({
    host: env.HOST,
    port: env.API_PORT,
    log: service.log,
    isBehindProxy: env.TRUST_PROXY.length > 0,
    visitorOf: createVisitorReader(env, env.TRUST_PROXY),
    observe: observeRequests({ registry, log, env, routeOf: createServiceRouteMatcher() }),
    steps: [
      proxies.step,
      serveHealth(faults),
      nodeCalls(callers, {
        faults,
        changes: service.changes,
        isDraining: () => server.isDraining(),
      }),
      serveMetrics(env, service.metrics, proxies.hasSeenProxy),
      serveCalls(service, callers),
    ],
    headers: securityHeaders('reply', usesHttps(env, undefined)),
    drainSeconds: env.DRAIN_SECONDS,
    beforeClose: () => {
      for (const stream of streams) stream.end()
    },
    stop: service.stop,
  })
  await startStaffConsole(env, service)
  service.log.info({ host: env.HOST, port: env.API_PORT, mode: env.MODE }, 'the service listens')
  logProcess(service.log)
  say(`API  http://${env.HOST}:${env.API_PORT}`)
  await sayFirstSteps(service)
}

type NodeCalls = {
  faults: () => Promise<string[]>
  changes: ChangeFeed
  isDraining: () => boolean
}

/** Answers the calls of page nodes: whether this node is ready, and the feed of changes. */
function nodeCalls(callers: Callers, { faults, changes, isDraining }: NodeCalls): Step {
  return async (req, res, visitor) => {
    if (visitor.path !== READY_PATH && visitor.path !== CHANGES_PATH) return false
    const isNode = callers.isNode(req)
    if (isNode !== true)
      return sendUncachedText(res, isNode === 'clock' ? WRONG_CLOCK : 403, '', visitor)
    // A stream that began now would last beyond the drain: the page node must hear changes from another node.
    if (visitor.path === CHANGES_PATH && isDraining())
      return sendUncachedText(res, 503, '', visitor)
    if (visitor.path === CHANGES_PATH) return streamChanges(res, changes)
    return sendUncachedText(res, (await faults()).length === 0 ? 200 : 503, '', visitor)
  }
}

const streams = new Set<ServerResponse>()

/** Streams changes to a page node. A node that reads too slowly is disconnected and starts again. */
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

main().catch(async (error: unknown) => {
  await reportFailure(error)
  process.exit(1)
})
