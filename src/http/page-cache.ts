/**
 * Answers from the cache of rendered catalogue pages, which pages.ts fills. Of a request it reads the address, the state cookie
 * and the accepted codings. A page past its freshness, or one
 * that may have been invalidated unheard, is still served while one request of this process renders it again.
 */

import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import { finished } from 'node:stream/promises'
import type { Logger } from 'pino'
import type { ChildBand } from '../contract/values.ts'
import { loopbackHost } from '../service/http/address.ts'
import type { KeySet } from '../service/keys.ts'
import type { PublicSettings } from '../service/settings/public.ts'
import { cdnHeaders, isAnonymous } from './cdn-headers.ts'
import { type Coding, codingFor, isKnown, sendAsset } from './compress.ts'
import type { Step } from './listen.ts'
import { compressPage, plainPage } from './page-bodies.ts'
import { bandAddress, cacheKey, pageAddress } from './page-key.ts'
import { profileChoice, stateHeaders } from './page-session.ts'
import { type CachedPage, hasEnded, type PageCache } from './page-store.ts'
import { securityHeaders } from './security-headers.ts'
import { bandCookie, childBand } from './session-cookies.ts'
import { isOutOfDate } from './stale-state.ts'
import { revalidationHeaders } from './visitor.ts'

export type CachedPagesOptions = {
  settings: Pick<PublicSettings, 'SITE_URL'>
  pages: PageCache
  stateKeys: KeySet
  revalidate: Revalidate
  /** A CDN stores pages, and is purged. */
  hasCdn: boolean
}

/**
 * Answers GET and HEAD of catalogue pages that are in the cache, for everybody but viewers of whom only the service knows who is
 * watching. Children get the pages of their band.
 */
export function cachedPages(options: CachedPagesOptions): Step {
  const { settings, pages, stateKeys, revalidate, hasCdn } = options
  const revalidating = new Set<string>()
  return (req, res, { isHttps, isRevalidation }) => {
    if (isRevalidation || (req.method !== 'GET' && req.method !== 'HEAD')) return false
    const canonical = pageAddress(req.url ?? '/')
    if (!canonical) return false
    const visit = { url: req.url ?? '/', isHttps, header: (name: string) => header(req, name) }
    const choice = profileChoice(visit)
    if (choice) return redirect(res, choice, isHttps)
    const { cookie } = req.headers
    if (isOutOfDate(cookie, isHttps, stateKeys)) return false
    const band = childBand(cookie, stateKeys)
    const address = band ? bandAddress(req.url ?? '/', canonical) : canonical
    const { host } = req.headers
    const key = cacheKey(settings, { isHttps, host }, address, band)
    const page = pages.get(key)
    const now = Date.now()
    if (!page || page.staleUntil < now) {
      pages.count('miss')
      return false
    }
    const isStale = page.freshUntil < now || !pages.isConnected()
    pages.count(isStale ? 'stale' : 'hit')
    const mark = {
      etag: page.etag,
      'x-page-cache': isStale ? 'STALE' : 'HIT',
      ...(hasCdn && !isStale && !band && isAnonymous(name => header(req, name))
        ? cdnHeaders(page, now)
        : {}),
      ...stateHeaders(visit, stateKeys),
    }
    const coding = codingFor(req.headers['accept-encoding'] ?? '')
    const isStored = coding !== 'identity' && page.bodies[coding] !== undefined
    if (isStored || isKnown(req, page)) sendAsset(req, res, page, mark)
    else
      void bodyIn(coding, { pages, key, page }).then(
        body => sendAsset(req, res, { ...page, bodies: { [coding]: body } }, mark),
        () => res.destroy(),
      )
    if (page.isFirst && coding === 'br') void improve({ pages, key, page })
    if (isStale && !revalidating.has(key)) {
      revalidating.add(key)
      void revalidate({ address, host: host ?? '', isHttps, band }).finally(() =>
        revalidating.delete(key),
      )
    }
    return true
  }
}

type Stored = { pages: PageCache; key: string; page: CachedPage }

/** A body that is not stored yet. Plain ones never are: too few visitors ask for them. */
async function bodyIn(coding: Coding, { pages, key, page }: Stored): Promise<Buffer> {
  const plain = await plainPage(page.bodies)
  if (coding === 'identity') return plain
  const body = await compressPage(plain, coding, 'later')
  pages.setBodies(key, page, { [coding]: body })
  return body
}

const improving = new WeakSet<CachedPage>()

/** Compresses a page better that is asked for again, once. */
async function improve({ pages, key, page }: Stored): Promise<void> {
  if (improving.has(page)) return
  improving.add(page)
  try {
    const plain = await plainPage(page.bodies)
    pages.setBodies(key, page, { br: await compressPage(plain, 'br', 'later') })
  } catch {
    // It stays as it is.
  }
}

/** Renders a page as visitors of `host` see it, or children of a band, and stores it. */
export type Revalidate = (page: {
  address: string
  host: string
  isHttps: boolean
  band: ChildBand | null
}) => Promise<void>

/** Longer than the longest limit of a page's calls: a request that hangs would keep its page stale. */
const REVALIDATION_MS = 30_000

/**
 * By a request to this process itself, which passes all steps but the cache. It is one of `node:http`, since `fetch` sends no `host` but its
 * address's own.
 */
export function revalidateAt(
  server: { host: string; port: number },
  stateKeys: KeySet,
  log: Pick<Logger, 'warn'>,
): Revalidate {
  const origin = `http://${loopbackHost(server.host)}:${server.port}`
  return async ({ address, host, isHttps, band }) => {
    const headers = {
      ...revalidationHeaders(host, isHttps),
      'accept-encoding': 'br',
      ...(band ? { cookie: bandCookie(band, stateKeys) } : {}),
    }
    try {
      const status = await statusOf(origin + address, headers)
      if (status >= 400 && !hasEnded(status)) log.warn({ status }, NOT_RENDERED)
    } catch (error) {
      // The next visitor's request renders it.
      log.warn({ err: error }, NOT_RENDERED)
    }
  }
}

const NOT_RENDERED = 'a cached page was not rendered again'

/** Once the whole reply was read. */
function statusOf(url: string, headers: Record<string, string>): Promise<number> {
  const signal = AbortSignal.timeout(REVALIDATION_MS)
  return new Promise((done, failed) => {
    request(url, { headers, agent: false, signal }, reply => {
      reply.resume()
      finished(reply).then(() => done(reply.statusCode ?? 0), failed)
    })
      .on('error', failed)
      .end()
  })
}

function redirect(res: ServerResponse, to: string, isHttps: boolean): true {
  const own = { Location: to, 'Cache-Control': 'private, no-store' }
  res.writeHead(303, { ...securityHeaders('reply', isHttps), ...own }).end()
  return true
}

function header(req: IncomingMessage, name: string): string | undefined {
  return req.headers[name]?.toString()
}
