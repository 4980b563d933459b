/**
 * Renders pages. A catalogue page is rendered from its key alone, without any data of the visitor, and stored in the page cache:
 * once for adults and once for each band of children. Concurrent requests for one page share a render. All other pages are
 * rendered per request.
 */
import { hash } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import { localPath, pathLanguage } from '#src/lib/i18n/languages.ts'
import { redirectPrivately } from '#src/lib/session/page-guard.ts'
import type { ChildBand } from '../contract/values.ts'
import { runtime } from '../runtime.ts'
import { chooseCoding } from './compress.ts'
import { fetchCurrentState } from './current-state.ts'
import { cdnHeaders, isAnonymous } from './page-cache/cdn-headers.ts'
import {
  cacheKey,
  canonicalPath,
  pageAddress,
  pageAddressForBand,
} from './page-cache/page-address.ts'
import { compressPage, type PageBodies, type StoredCoding } from './page-cache/page-bodies.ts'
import { type CachedPage, replacesStoredPage } from './page-cache/page-cache.ts'
import { profileChoicePath, stateCookieHeaders, type Visit } from './page-session.ts'
import { reportedUserHeaders } from './reported-user.ts'
import { completeHeaders } from './security-headers.ts'
import { requestChildBand } from './session-cookies.ts'
import { clearLostSession } from './session-loss.ts'
import { isStateOutOfDate } from './stale-state.ts'
import { isSecureRequest, siteOrigin } from './visitor.ts'

/** Headers that `Astro.cache.set` of a page produces for the page cache (page-cache/astro-cache-provider.ts). */
const CACHE_DIRECTIVES = ['cdn-cache-control', 'cache-tag']
/** Headers of one reply, which are never stored. */
const UNSTORED_HEADERS = [...CACHE_DIRECTIVES, 'set-cookie', 'content-length', 'date', 'connection']
const REVALIDATE = 'public, max-age=0, must-revalidate'
/** Cache-Control of a page for children. A cookie decides who gets it, so only their browsers may store it. */
const CHILD_PAGE_CONTROL = 'private, no-cache'

type Rendered = { page: CachedPage; plain: Buffer; isStorable: boolean; isStored?: boolean }
/** Everything that a page is rendered from. */
type PageSource = { address: string; band: ChildBand | null; origin: string; isHttps: boolean }
const rendering = new Map<string, Promise<Rendered>>()

/** Renders a page for `visitor`; if that is null, the page that all adults or all children of `band` get. */
export type RenderPage = (
  request: Request,
  visitor: Context | null,
  band?: ChildBand | null,
) => Response | Promise<Response>

/** Answers requests for pages, and for unknown paths with the 404 page. */
export function servePages(renderPage: RenderPage): MiddlewareHandler {
  const render: RenderPage = async (...page) => withUnavailable(await renderPage(...page))
  return async c => {
    const { pathname, search } = new URL(c.req.url)
    if (canonicalPath(pathname) === null) return render(notFound(c), c)
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD'
    const visit = {
      url: pathname + search,
      isHttps: isSecureRequest(c),
      header: (name: string) => c.req.header(name),
    }
    const choice = isRead ? profileChoicePath(visit) : null
    if (choice) return redirectPrivately(choice)
    const state = isRead ? await stateOf(c, visit) : {}
    const address = isRead ? pageAddress(pathname + search) : null
    if (!address) {
      const page = withoutCaching(await render(c.req.raw, c))
      return clearLostSession(c, page) ?? withState(page, reportedUserHeaders(c, visit) ?? state)
    }
    const band = requestChildBand(c)
    const page = await renderOnce(render, c, {
      address: band ? pageAddressForBand(visit.url, address) : address,
      band,
      origin: siteOrigin(c),
      isHttps: visit.isHttps,
    })
    const encoding = c.req.header('accept-encoding') ?? ''
    return withState(await reply(page, encoding, band ? {} : forCdn(c, page)), state)
  }
}

/** Returns headers that update the state cookie. If the cookie is out of date, the page is rendered with the service's state. */
async function stateOf(c: Context, visit: Visit): Promise<Record<string, string>> {
  const { stateKeys } = runtime()
  if (!isStateOutOfDate(visit.header('cookie'), visit.isHttps, stateKeys))
    return stateCookieHeaders(visit, stateKeys)
  const current = await fetchCurrentState(c)
  if (!current) return {}
  c.set('currentState', current)
  return stateCookieHeaders(visit, stateKeys, current)
}

/** Adds the state cookie to a reply. A public Cache-Control is replaced by a private one. */
function withState(reply: Response, state: Record<string, string>): Response {
  const { 'set-cookie': cookie, 'cache-control': control } = state
  if (!cookie || !control) return reply
  reply.headers.append('Set-Cookie', cookie)
  if (!/private|no-store/.test(reply.headers.get('Cache-Control') ?? ''))
    reply.headers.set('Cache-Control', control)
  return reply
}

/** Turns 500 into 503 if a page set Retry-After because the service is unavailable: Astro always answers errors with 500. */
function withUnavailable(response: Response): Response {
  if (response.status !== 500 || !response.headers.has('retry-after')) return response
  return new Response(response.body, { status: 503, headers: response.headers })
}

function notFound(c: Context): Request {
  return new Request(`${siteOrigin(c)}${localPath('/404', pathLanguage(c.req.path))}`)
}

function renderOnce(render: RenderPage, c: Context, source: PageSource): Promise<Rendered> {
  const { settings, pages: cache } = runtime()
  const { address, band, isHttps } = source
  const key = cacheKey(settings, { isHttps, host: c.req.header('host') }, address, band)
  const shared = rendering.get(key)
  if (shared) return shared
  const generation = cache.generation()
  const rendered = renderAnonymously(render, source)
  if (carriesToken(c.req.raw.headers)) return rendered
  const coding = chooseCoding(c.req.header('accept-encoding') ?? '') === 'gzip' ? 'gzip' : 'br'
  const stored = rendered
    .then(async result => {
      if (!result.isStorable) {
        if (replacesStoredPage(result.page.status)) cache.delete(key)
        return result
      }
      const body = await compressPage(result.plain, coding, 'first')
      const page = { ...result.page, bodies: { [coding]: body } }
      if (cache.generation() !== generation) return { ...result, page }
      cache.set(key, page)
      return { ...result, page, isStored: true }
    })
    .finally(() => rendering.delete(key))
  rendering.set(key, stored)
  return stored
}

/** True for a request with a native client's tokens. It may be answered from the cache, but must not fill it. */
function carriesToken(headers: Headers): boolean {
  return headers.has('authorization') || headers.has('profile-token')
}

async function renderAnonymously(render: RenderPage, source: PageSource): Promise<Rendered> {
  const { address, band, origin, isHttps } = source
  const response = await render(new Request(origin + address), null, band)
  const control = response.headers.get('cdn-cache-control')
  const plain = Buffer.from(await response.arrayBuffer())
  const isStorable = response.status === 200 && control !== null && plain.length > 0
  const headers = new Headers(response.headers)
  for (const name of UNSTORED_HEADERS) headers.delete(name)
  if (isStorable) headers.set('cache-control', band ? CHILD_PAGE_CONTROL : REVALIDATE)
  if (plain.length > 0) headers.set('vary', band ? 'Accept-Encoding, Cookie' : 'Accept-Encoding')
  completeHeaders(headers, isHttps)
  const fresh = secondsOf(control, 'max-age') * 1000
  const stale = secondsOf(control, 'stale-while-revalidate') * 1000
  const now = Date.now()
  const page = {
    status: response.status,
    headers: Object.fromEntries(headers),
    etag: `"${hash('sha256', plain, 'base64url').slice(0, 22)}"`,
    tags: (response.headers.get('cache-tag') ?? '').split(',').filter(Boolean),
    bodies: {},
    isFirst: true,
    freshUntil: now + fresh,
    staleUntil: now + fresh + stale,
  }
  return { page, plain, isStorable }
}

function secondsOf(control: string | null, directive: string): number {
  return Number(new RegExp(`${directive}=(\\d+)`).exec(control ?? '')?.[1] ?? 0)
}

/** Returns headers for the CDN; none if the page may be out of date, because only pages in the page cache are purged in time. */
function forCdn(c: Context, { page, isStored }: Rendered): Record<string, string> {
  const { pages: cache, hasCdn = false } = runtime()
  if (!hasCdn || !isStored || !cache.isConnected()) return {}
  return isAnonymous(name => c.req.header(name)) ? cdnHeaders(page) : {}
}

async function reply(
  { page, plain, isStorable }: Rendered,
  acceptEncoding: string,
  cdn: Record<string, string>,
): Promise<Response> {
  const { status, etag } = page
  const headers = new Headers({ ...page.headers, ...cdn })
  if (isStorable) headers.set('x-page-cache', 'MISS')
  if (isStorable) headers.set('etag', etag)
  if (plain.length === 0) return new Response(null, { status, headers })
  const coding = chooseCoding(acceptEncoding)
  const body = coding === 'identity' ? plain : await bodyIn(coding, page.bodies, plain)
  if (coding !== 'identity') headers.set('Content-Encoding', coding)
  headers.set('Content-Length', String(body.length))
  return new Response(new Uint8Array(body), { status, headers })
}

async function bodyIn(coding: StoredCoding, bodies: PageBodies, plain: Buffer): Promise<Buffer> {
  return bodies[coding] ?? (await compressPage(plain, coding, 'first'))
}

/** Removes the directives for the page cache: no cache may store a page that was rendered for one visitor. */
function withoutCaching(response: Response): Response {
  const headers = new Headers(response.headers)
  for (const name of CACHE_DIRECTIVES) headers.delete(name)
  if (!headers.has('Cache-Control') && response.status >= 300 && response.status < 400)
    headers.set('Cache-Control', 'private, no-store')
  return new Response(response.body, { status: response.status, headers })
}
