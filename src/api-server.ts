/** `npm run service`: the service alone, for sites whose API_BASE_URL names it. */
import { getRequestListener } from '@hono/node-server'
import { health, metrics } from './http/health.ts'
import { listen, type Server, type Step } from './http/listen.ts'
import { securityHeaders } from './http/security-headers.ts'
import { isHttps, visitorReader } from './http/visitor.ts'
import { reportFailure } from './service/cli/command.ts'
import { say } from './service/cli/terminal.ts'
import { readEnv } from './service/env.ts'
import { LOOPBACK } from './service/http/address.ts'
import { type Service, startService } from './service/main.ts'
import { logProcess } from './service/process-log.ts'

async function main(): Promise<void> {
  const env = { ...readEnv(), API_BASE_URL: undefined }
  const service = await startService(env, { port: env.API_PORT })
  const server: Server = await listen({
    host: env.HOST,
    port: env.API_PORT,
    log: service.log,
    isBehindProxy: env.TRUST_PROXY.length > 0,
    visitorOf: visitorReader(env, [...env.TRUST_PROXY, ...LOOPBACK]),
    steps: [
      health(async () => (server.isDraining() ? ['draining'] : service.faults())),
      metrics(env, service.metrics),
      calls(service),
    ],
    headers: securityHeaders('reply', isHttps(env, undefined)),
    stop: service.stop,
  })
  service.log.info({ host: env.HOST, port: env.API_PORT, mode: env.MODE }, 'the service listens')
  logProcess(service.log)
  say(`API  http://${env.HOST}:${env.API_PORT}`)
}

function calls(service: Service): Step {
  return async (req, res, { address }) => {
    const requestId = String(req.headers['x-request-id'] ?? '')
    const answer = getRequestListener(request => service.call(request, { address, requestId }), {
      overrideGlobalObjects: false,
    })
    await answer(req, res)
    return true
  }
}

main().catch(async (error: unknown) => {
  await reportFailure(error)
  process.exit(1)
})
