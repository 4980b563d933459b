/**
 * Answers requests from the cache of rendered catalogue pages, which pages.ts fills. A page that is no longer fresh, or that may
 * have missed an invalidation, is still served while one request of this process renders it again.
 */
import { type IncomingMessage, request, type ServerResponse } from 'node:http'
import { finished } from 'node:stream/promises'
import type { Logger } from 'pino'
import type { ChildBand } from '../../contract/values.ts'
import { loopbackHost } from '../../service/platform/http/address.ts'
import type { KeySet } from '../../service/platform/keys.ts'
import type { PublicSettings } from '../../service/platform/settings/public.ts'
import { type Coding, chooseCoding, isNotModified, sendAsset } from '../compress.ts'
import type { Step } from '../listen.ts'
import { profileChoicePath, stateCookieHeaders } from '../page-session.ts'
import { securityHeaders } from '../security-headers.ts'
import { createBandCookie, readChildBand } from '../session-cookies.ts'
import { isStateOutOfDate } from '../stale-state.ts'
import { revalidationHeaders } from '../visitor.ts'
import { cdnHeaders, isAnonymous } from './cdn-headers.ts'
import { cacheKey, pageAddress, pageAddressForBand } from './page-address.ts'
import { compressPage, decompressPage } from './page-bodies.ts'
import { type CachedPage, type PageCache, replacesStoredPage } from './page-cache.ts'

export type ServeCachedPagesOptions = {
  settings: Pick<PublicSettings, 'SITE_URL'>
  pages: PageCache
  stateKeys: KeySet
  revalidate: RevalidatePage
  /** True if a CDN stores pages and is purged by CDN_PURGE_URL. */
  hasCdn: boolean
}

/**
 * Answers GET and HEAD of catalogue pages that are in the cache. It leaves the request to the next step if the visitor's state
 * cookie is out of date. Children get the pages of their band.
 */
export function serveCachedPages(options: ServeCachedPagesOptions): Step {
  const { settings, pages, stateKeys, revalidate, hasCdn } = options
  const revalidating = new Set<string>()
  return (req, res, { isHttps, isRevalidation }) => {
    if (isRevalidation || (req.method !== 'GET' && req.method !== 'HEAD')) return false
    const canonical = pageAddress(req.url ?? '/')
    if (!canonical) return false
    const visit = { url: req.url ?? '/', isHttps, header: (name: string) => header(req, name) }
    const choice = profileChoicePath(visit)
    if (choice) return redirect(res, choice, isHttps)
    const { cookie } = req.headers
    if (isStateOutOfDate(cookie, isHttps, stateKeys)) return false
    const band = readChildBand(cookie, stateKeys)
    const address = band ? pageAddressForBand(req.url ?? '/', canonical) : canonical
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
      ...stateCookieHeaders(visit, stateKeys),
    }
    const coding = chooseCoding(req.headers['accept-encoding'] ?? '')
    const isStored = coding !== 'identity' && page.bodies[coding] !== undefined
    if (isStored || isNotModified(req, page)) sendAsset(req, res, page, mark)
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

/** Makes a body in a coding that is not stored yet. Plain bodies are never stored, because too few visitors need them. */
async function bodyIn(coding: Coding, { pages, key, page }: Stored): Promise<Buffer> {
  const plain = await decompressPage(page.bodies)
  if (coding === 'identity') return plain
  const body = await compressPage(plain, coding, 'later')
  pages.setBodies(key, page, { [coding]: body })
  return body
}

const improving = new WeakSet<CachedPage>()

/** Compresses a page better, once, when it is requested again. */
async function improve({ pages, key, page }: Stored): Promise<void> {
  if (improving.has(page)) return
  improving.add(page)
  try {
    const plain = await decompressPage(page.bodies)
    pages.setBodies(key, page, { br: await compressPage(plain, 'br', 'later') })
  } catch {
    // The larger body stays in use.
  }
}

/** Renders a page as visitors of `host` or children of a band see it, and stores it. */
export type RevalidatePage = (page: {
  address: string
  host: string
  isHttps: boolean
  band: ChildBand | null
}) => Promise<void>

/** Longer than any timeout of a page's calls. Without a limit, a hanging request would keep its page stale. */
const REVALIDATION_MS = 30_000

/**
 * Returns a function that renders a page by a request to this process, which skips the cache. `fetch` cannot send it, because it
 * does not let a caller set the Host header.
 */
export function createPageRevalidator(
  server: { host: string; port: number },
  stateKeys: KeySet,
  log: Pick<Logger, 'warn'>,
): RevalidatePage {
  const origin = `http://${loopbackHost(server.host)}:${server.port}`
  return async ({ address, host, isHttps, band }) => {
    const headers = {
      ...revalidationHeaders(host, isHttps),
      'accept-encoding': 'br',
      ...(band ? { cookie: createBandCookie(band, stateKeys) } : {}),
    }
    try {
      const status = await statusOf(origin + address, headers)
      if (status >= 400 && !replacesStoredPage(status)) log.warn({ status }, NOT_RENDERED)
    } catch (error) {
      // The next visitor's request will render the page.
      log.warn({ err: error }, NOT_RENDERED)
    }
  }
}

const NOT_RENDERED = 'a cached page was not rendered again'

/** Returns the status of a reply after its body has been read. */
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
