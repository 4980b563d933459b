/** Cached pages, answered at the socket: nothing of a request is read but its address, its state cookie and its coding. */
import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Env } from '../service/env.ts'
import { isChild } from './child.ts'
import { codingFor, compressPage } from './content-coding.ts'
import type { PageCache } from './page-cache.ts'
import { cacheKey, pageAddress } from './page-key.ts'
import { sendBody } from './static-files.ts'

type Options = { env: Env; pages: PageCache; stateKey: Uint8Array }
export type PageServer = {
  /** Answers from the cache if it can; `proto` is what the visitor speaks. */
  answer: (req: IncomingMessage, res: ServerResponse, proto: string) => boolean
  /** Renders a page again for those who come next. */
  refresh: (address: string, host: string, proto: string) => Promise<void>
  /** What the visitors speak that this process refreshes a page for; undefined for every other request. */
  refreshFor: (req: IncomingMessage) => 'http' | 'https' | undefined
}

/** Known to this process alone, which is also the only one that its refreshes go to. */
const MARK = 'pardeh-refresh'
const PROTO = 'pardeh-refresh-proto'

export function pageServer({ env, pages, stateKey }: Options): PageServer {
  const secret = randomBytes(32).toString('base64url')
  const refreshing = new Set<string>()

  async function refresh(address: string, host: string, proto: string): Promise<void> {
    try {
      const headers = { [MARK]: secret, [PROTO]: proto, host }
      const reply = await fetch(`http://${loopback(env.HOST)}:${env.PORT}${address}`, { headers })
      await reply.arrayBuffer()
    } catch {
      // Whoever comes next has it made.
    }
  }

  function answer(req: IncomingMessage, res: ServerResponse, proto: string): boolean {
    if (req.method !== 'GET' && req.method !== 'HEAD') return false
    const address = pageAddress(req.url ?? '/')
    if (!address || isChild(req.headers.cookie, stateKey)) return false
    const { host } = req.headers
    const key = cacheKey(env, { isHttps: proto === 'https', host }, address)
    const page = pages.get(key)
    const now = Date.now()
    if (!page || page.staleUntil < now) return false
    const isStale = page.freshUntil < now
    const mark = { 'x-page-cache': isStale ? 'STALE' : 'HIT' }
    const coding = codingFor(req.headers['accept-encoding'] ?? '')
    if (page.bodies[coding]) sendBody(req, res, page, mark)
    else void compressPage(page, coding).then(() => sendBody(req, res, page, mark))
    if (isStale && !refreshing.has(key)) {
      refreshing.add(key)
      void refresh(address, host ?? '', proto).finally(() => refreshing.delete(key))
    }
    return true
  }

  return {
    answer,
    refresh,
    refreshFor: ({ headers }) =>
      headers[MARK] !== secret ? undefined : headers[PROTO] === 'https' ? 'https' : 'http',
  }
}

function loopback(host: string): string {
  return host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
}
