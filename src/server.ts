/** Owns the socket, the life of the service and the drain; nothing else. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { resolve } from 'node:path'
import { isChild } from './door/child.ts'
import { codingFor, packPage } from './door/keep-page.ts'
import { createPageCache, pageKey } from './door/page-cache.ts'
import { hostAllowed, refusePlainly, securityOfRefusal } from './door/socket.ts'
import { builtFile, pictureFiles, sendBody, staticFiles, withImports } from './door/static.ts'
import { setRunning } from './running.ts'
import { failed } from './service/cli/command.ts'
import { complain, say } from './service/cli/terminal.ts'
import { readEnv } from './service/env.ts'
import { addressResolver, plainAddress } from './service/http/address.ts'
import { listen } from './service/http/listen.ts'
import { startService } from './service/main.ts'
import { logProcess } from './service/process-log.ts'
import { safeError } from './service/safe-error.ts'

const PAGE_CACHE_BYTES = 256 * 1024 * 1024
const INTERNAL = [
  'pardeh-address',
  'pardeh-proto',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-port',
  'forwarded',
]

async function main(): Promise<void> {
  const env = readEnv()
  const root = resolve(import.meta.dirname, '..')
  const built = resolve(root, 'dist/client')
  const pages = createPageCache(PAGE_CACHE_BYTES)
  const service = await startService(env, {
    onInvalidate: tags => (tags.includes('*') ? pages.clear() : pages.invalidate(tags)),
  })
  setRunning({
    env,
    log: service.log,
    pages,
    callService: service.call,
    stateKey: service.stateKey,
    isReady: service.isReady,
    metrics: service.metrics,
    bootScripts: withImports(built, builtFile(built, 'boot', '.js')),
    allStyles: builtFile(built, 'all', '.css'),
  })

  const { handler } = (await import(resolve(root, 'dist/server/entry.mjs'))) as {
    handler: (req: IncomingMessage, res: ServerResponse) => Promise<void>
  }
  logProcess(service.log)
  const asset = staticFiles(built)
  const picture = pictureFiles([
    resolve(env.DATA_DIR, 'media/pictures'),
    resolve(root, 'demo/pictures'),
  ])
  const addressOf = addressResolver(env.TRUST_PROXY)
  const isHost = hostAllowed(env)

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const url = req.url ?? '/'
    if (url.length > 4_096) return refusePlainly(res, 414)
    if (!/^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/.test(req.method ?? ''))
      return refusePlainly(res, 405)
    const address = addressOf(req.socket.remoteAddress ?? '', header(req, 'x-forwarded-for'))
    const proto =
      address === plainAddress(req.socket.remoteAddress)
        ? 'http'
        : (header(req, 'x-forwarded-proto') ?? 'http')
    for (const name of INTERNAL) delete req.headers[name]
    const path = url.split('?', 1)[0] as string
    if (path === '/healthz')
      return void res.writeHead(200, securityOfRefusal).end('{"status":"ok"}')
    if (path === '/readyz') {
      const ready = !socket.isDraining() && (await service.isReady())
      return void res
        .writeHead(ready ? 200 : 503, securityOfRefusal)
        .end(`{"status":"${ready ? 'ready' : 'not ready'}"}`)
    }
    if (!isHost(req.headers.host)) return refusePlainly(res, 421)
    if (path === '/metrics') {
      if (!service.mayReadMetrics(address, req.headers.authorization))
        return refusePlainly(res, 404)
      return void res
        .writeHead(200, {
          ...securityOfRefusal,
          'Content-Type': 'text/plain; version=0.0.4; charset=utf-8',
        })
        .end(await service.metrics())
    }
    if (asset(req, res, path) || picture(req, res, path)) return
    if (keptPage(req, res, url)) return
    req.headers['pardeh-address'] = address
    req.headers['pardeh-proto'] = proto
    await handler(req, res)
  }

  const refreshing = new Set<string>()
  function keptPage(req: IncomingMessage, res: ServerResponse, url: string): boolean {
    if (
      (req.method !== 'GET' && req.method !== 'HEAD') ||
      req.headers['pardeh-refresh'] === refreshSecret ||
      isChild(req.headers.cookie)
    )
      return false
    const key = pageKey(url)
    const page = key ? pages.get(key) : undefined
    const now = Date.now()
    if (!key || !page || page.staleUntil < now) return false
    const mark = { 'x-page-cache': page.freshUntil < now ? 'STALE' : 'HIT' }
    const coding = codingFor(req.headers['accept-encoding'] ?? '')
    if (page.bodies[coding]) sendBody(req, res, page, mark)
    else void packPage(page, coding).then(() => sendBody(req, res, page, mark))
    if (page.freshUntil < now && !refreshing.has(key)) {
      refreshing.add(key)
      void askOurselves(url, req.headers.host ?? '').finally(() => refreshing.delete(key))
    }
    return true
  }
  const refreshSecret = Buffer.from(service.stateKey).toString('hex').slice(0, 32)

  /** A page made anew, for those who come next. */
  async function askOurselves(url: string, host: string): Promise<void> {
    try {
      const reply = await fetch(`http://${loopback(env.HOST)}:${env.PORT}${url}`, {
        headers: { 'pardeh-refresh': refreshSecret, host },
      })
      await reply.arrayBuffer()
    } catch {
      // Whoever comes next has it made.
    }
  }

  const socket = await listen({
    host: env.HOST,
    port: env.PORT,
    log: service.log,
    isBehindProxy: env.TRUST_PROXY.length > 0,
    answer,
    stop: service.stop,
  })
  service.log.info({ host: env.HOST, port: env.PORT, mode: env.MODE }, 'listening')
  say(`Pardeh  http://${env.HOST}:${env.PORT}`)
  // The first visitor does not wait for what all pages load; kept ones need to know the address that people see.
  const host = env.SITE_URL ? new URL(env.SITE_URL).host : `127.0.0.1:${env.PORT}`
  for (const url of env.SITE_URL ? ['/login', '/', '/en'] : ['/login'])
    await askOurselves(url, host)
}

function header(req: IncomingMessage, name: string): string | undefined {
  const value = req.headers[name]
  return Array.isArray(value) ? value.join(',') : value
}
function loopback(host: string): string {
  return host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
}

main().catch((error: unknown) => {
  failed(error)
  if (process.env.DEBUG) complain(safeError(error).stack ?? '')
  process.exit(1)
})
