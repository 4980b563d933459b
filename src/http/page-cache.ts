/**
 * Answers from the cache of rendered catalogue pages, which pages.ts fills. Of a request it reads the address, the state cookie
 * and the accepted codings. A page past its freshness, or one
 * that may have been invalidated unheard, is still served while one request of this process renders it again.
 */

import type { IncomingMessage, ServerResponse } from 'node:http'
import { loopbackHost } from '../service/http/address.ts'
import type { PublicSettings } from '../service/settings/public.ts'
import { cdnHeaders, isAnonymous } from './cdn-headers.ts'
import { codingFor, compressCached, sendAsset } from './compress.ts'
import type { Step } from './listen.ts'
import { cacheKey, pageAddress } from './page-key.ts'
import { profileChoice, stateHeaders } from './page-session.ts'
import type { PageCache } from './page-store.ts'
import { securityHeaders } from './security-headers.ts'
import { isChild } from './session-cookies.ts'
import { isOutOfDate } from './stale-state.ts'
import { revalidationHeaders } from './visitor.ts'

export type CachedPagesOptions = {
  settings: Pick<PublicSettings, 'SITE_URL'>
  pages: PageCache
  stateKey: Uint8Array
  revalidate: Revalidate
  /** A CDN stores pages, and is purged. */
  hasCdn: boolean
}

/**
 * Answers GET and HEAD of catalogue pages that are in the cache, for everybody but children and viewers of whom only the service
 * knows who is watching.
 */
export function cachedPages(options: CachedPagesOptions): Step {
  const { settings, pages, stateKey, revalidate, hasCdn } = options
  const revalidating = new Set<string>()
  return (req, res, { isHttps, isRevalidation }) => {
    if (isRevalidation || (req.method !== 'GET' && req.method !== 'HEAD')) return false
    const address = pageAddress(req.url ?? '/')
    if (!address) return false
    const visit = { url: req.url ?? '/', isHttps, header: (name: string) => header(req, name) }
    const choice = profileChoice(visit)
    if (choice) return redirect(res, choice, isHttps)
    const { cookie } = req.headers
    if (isChild(cookie, stateKey) || isOutOfDate(cookie, isHttps, stateKey)) return false
    const { host } = req.headers
    const key = cacheKey(settings, { isHttps, host }, address)
    const page = pages.get(key)
    const now = Date.now()
    if (!page || page.staleUntil < now) return false
    const isStale = page.freshUntil < now || !pages.isConnected()
    const mark = {
      'x-page-cache': isStale ? 'STALE' : 'HIT',
      ...(hasCdn && !isStale && isAnonymous(name => header(req, name))
        ? cdnHeaders(page, now)
        : {}),
      ...stateHeaders(visit, stateKey),
    }
    const coding = codingFor(req.headers['accept-encoding'] ?? '')
    if (page.bodies[coding]) sendAsset(req, res, page, mark)
    else void compressCached(page.bodies, coding).then(() => sendAsset(req, res, page, mark))
    if (isStale && !revalidating.has(key)) {
      revalidating.add(key)
      void revalidate(address, host ?? '', isHttps).finally(() => revalidating.delete(key))
    }
    return true
  }
}

/** Renders a page as visitors of `host` see it, and stores it. */
export type Revalidate = (address: string, host: string, isHttps: boolean) => Promise<void>

/** By a request to this process itself, which passes all steps but the cache. */
export function revalidateAt(server: { host: string; port: number }): Revalidate {
  const origin = `http://${loopbackHost(server.host)}:${server.port}`
  return async (address, host, isHttps) => {
    try {
      const headers = revalidationHeaders(host, isHttps)
      const reply = await fetch(origin + address, { headers })
      await reply.arrayBuffer()
    } catch {
      // The next visitor's request renders it.
    }
  }
}

function redirect(res: ServerResponse, to: string, isHttps: boolean): true {
  const own = { Location: to, 'Cache-Control': 'private, no-store' }
  res.writeHead(303, { ...securityHeaders('reply', isHttps), ...own }).end()
  return true
}

function header(req: IncomingMessage, name: string): string | undefined {
  return req.headers[name]?.toString()
}
