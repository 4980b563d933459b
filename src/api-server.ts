/** `npm run service`: the API alone, for HTTP layers that have API_BASE_URL point here. */
import { getRequestListener } from '@hono/node-server'
import { listen } from './http/listen.ts'
import { isHttps, securityHeaders } from './http/security-headers.ts'
import { reportFailure } from './service/cli/command.ts'
import { say } from './service/cli/terminal.ts'
import { readEnv } from './service/env.ts'
import { addressResolver } from './service/http/address.ts'
import { startService } from './service/main.ts'
import { logProcess } from './service/process-log.ts'

const LOOPBACK = ['127.0.0.1', '::1']

async function main(): Promise<void> {
  const env = { ...readEnv(), API_BASE_URL: undefined }
  const service = await startService(env, { port: env.API_PORT })
  const addressOf = addressResolver([...env.TRUST_PROXY, ...LOOPBACK])
  const secured = securityHeaders('reply', isHttps(env, undefined))
  const serve = getRequestListener(
    async request => {
      const { pathname } = new URL(request.url)
      if (pathname === '/healthz') return Response.json({ status: 'ok' }, { headers: secured })
      if (pathname === '/readyz') {
        const isReady = !socket.isDraining() && (await service.isReady())
        return Response.json(
          { status: isReady ? 'ready' : 'not ready' },
          { status: isReady ? 200 : 503, headers: secured },
        )
      }
      const address = request.headers.get('x-real-peer') ?? ''
      request.headers.delete('x-real-peer')
      if (pathname === '/metrics') {
        return service.mayReadMetrics(address, request.headers.get('authorization') ?? undefined)
          ? new Response(await service.metrics(), {
              headers: { ...secured, 'Content-Type': 'text/plain; version=0.0.4' },
            })
          : new Response(null, { status: 404, headers: secured })
      }
      return service.call(request, {
        address,
        requestId: request.headers.get('x-request-id') ?? '',
      })
    },
    { overrideGlobalObjects: false },
  )
  const socket = await listen({
    host: env.HOST,
    port: env.API_PORT,
    log: service.log,
    isBehindProxy: env.TRUST_PROXY.length > 0,
    headers: secured,
    stop: service.stop,
    answer: async (req, res) => {
      const forwarded = req.headers['x-forwarded-for']
      const peer = addressOf(
        req.socket.remoteAddress ?? '',
        Array.isArray(forwarded) ? forwarded.join(',') : forwarded,
      )
      delete req.headers['x-forwarded-for']
      req.rawHeaders.push('x-real-peer', peer)
      req.headers['x-real-peer'] = peer
      await serve(req, res)
    },
  })
  service.log.info({ host: env.HOST, port: env.API_PORT, mode: env.MODE }, 'the service listens')
  logProcess(service.log)
  say(`API  http://${env.HOST}:${env.API_PORT}`)
}

main().catch((error: unknown) => {
  reportFailure(error)
  process.exit(1)
})
