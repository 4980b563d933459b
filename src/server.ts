/** Owns the socket, the life of the service and the drain; nothing else. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { resolve } from 'node:path'
import { listen } from './http/listen.ts'
import { createPageCache } from './http/page-cache.ts'
import { pageServer } from './http/page-server.ts'
import { hostAllowList, METHODS, rejectRequest, sendText } from './http/request-limits.ts'
import { isHttps, securityHeaders } from './http/security-headers.ts'
import { builtFile, pictureFiles, staticFiles, withImports } from './http/static-files.ts'
import { setRuntime } from './runtime.ts'
import { reportFailure } from './service/cli/command.ts'
import { say, sayError } from './service/cli/terminal.ts'
import { publicSettings, readEnv } from './service/env.ts'
import { addressResolver, plainAddress } from './service/http/address.ts'
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
  setRuntime({
    settings: publicSettings(env),
    pages,
    callService: service.call,
    stateKey: service.stateKey,
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
  const cached = pageServer({ env, pages, stateKey: service.stateKey })
  const addressOf = addressResolver(env.TRUST_PROXY)
  const isHost = hostAllowList(env)

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const url = req.url ?? '/'
    const address = addressOf(req.socket.remoteAddress ?? '', header(req, 'x-forwarded-for'))
    const isProxied = address !== plainAddress(req.socket.remoteAddress)
    const refreshed = cached.refreshFor(req)
    const proto = refreshed ?? (isProxied ? protoOf(req) : 'http')
    const secured = securityHeaders('reply', isHttps(env, proto))
    for (const name of INTERNAL) delete req.headers[name]
    if (url.length > 4_096) return rejectRequest(res, 414, secured)
    if (!METHODS.includes(req.method ?? '')) return rejectRequest(res, 405, secured)
    const path = url.split('?', 1)[0] as string
    if (path === '/healthz') return sendText(res, 200, '{"status":"ok"}', secured)
    if (path === '/readyz') {
      const ready = !socket.isDraining() && (await service.isReady())
      const said = `{"status":"${ready ? 'ready' : 'not ready'}"}`
      return sendText(res, ready ? 200 : 503, said, secured)
    }
    if (!isHost(req.headers.host)) return rejectRequest(res, 421, secured)
    if (path === '/metrics') {
      if (!service.mayReadMetrics(address, req.headers.authorization))
        return rejectRequest(res, 404, secured)
      const type = { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' }
      return sendText(res, 200, await service.metrics(), { ...secured, ...type })
    }
    const forFiles = securityHeaders('file', isHttps(env, proto))
    if (asset(req, res, path, forFiles) || picture(req, res, path, forFiles)) return
    if (!refreshed && cached.answer(req, res, proto)) return
    req.headers['pardeh-address'] = address
    req.headers['pardeh-proto'] = proto
    await handler(req, res)
  }

  const socket = await listen({
    host: env.HOST,
    port: env.PORT,
    log: service.log,
    isBehindProxy: env.TRUST_PROXY.length > 0,
    answer,
    // Before a request can be read there is no telling what its visitor speaks, but by SITE_URL.
    headers: securityHeaders('reply', isHttps(env, undefined)),
    stop: service.stop,
  })
  service.log.info({ host: env.HOST, port: env.PORT, mode: env.MODE }, 'listening')
  say(`Pardeh  http://${env.HOST}:${env.PORT}`)
  // The first visitor does not wait for what all pages load; kept ones need to know the address that people see.
  const host = env.SITE_URL ? new URL(env.SITE_URL).host : `127.0.0.1:${env.PORT}`
  for (const url of env.SITE_URL ? ['/login', '/', '/en'] : ['/login'])
    await cached.refresh(url, host, env.SITE_URL?.startsWith('https:') ? 'https' : 'http')
}

function header(req: IncomingMessage, name: string): string | undefined {
  const value = req.headers[name]
  return Array.isArray(value) ? value.join(',') : value
}
/** As the proxy before us says it; whoever stands before that one is not believed. */
function protoOf(req: IncomingMessage): 'http' | 'https' {
  return header(req, 'x-forwarded-proto')?.split(',').at(-1)?.trim() === 'https' ? 'https' : 'http'
}

main().catch((error: unknown) => {
  reportFailure(error)
  if (process.env.DEBUG) sayError(safeError(error).stack ?? '')
  process.exit(1)
})
