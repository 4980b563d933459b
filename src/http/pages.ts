/**
 * Pages. A catalogue page is rendered from its address alone, with nothing of the visitor, and stored in the page cache;
 * concurrent requests for one page share a render. Children and all other pages are rendered per request.
 */
import { hash } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import { languageOf, localPath } from '#src/lib/i18n/languages.ts'
import { redirectPrivately } from '#src/lib/session/page-guard.ts'
import { runtime } from '../runtime.ts'
import { cdnHeaders, isAnonymous } from './cdn-headers.ts'
import { codingFor, compressFirst } from './compress.ts'
import { askForState } from './current-state.ts'
import { cacheKey, canonicalPath, pageAddress } from './page-key.ts'
import { profileChoice, stateHeaders, type Visit } from './page-session.ts'
import type { CachedPage } from './page-store.ts'
import { securityHeaders } from './security-headers.ts'
import { isOfChild } from './session-cookies.ts'
import { isOutOfDate } from './stale-state.ts'
import { isSecure, siteOrigin } from './visitor.ts'

/** Headers by which Astro.cache speaks to the page cache (cache-provider.ts). */
const CACHE_DIRECTIVES = ['cdn-cache-control', 'cache-tag']
/** Never stored: headers of one reply. */
const OF_ONE_REPLY = [...CACHE_DIRECTIVES, 'set-cookie', 'content-length', 'date', 'connection']
const REVALIDATE = 'public, max-age=0, must-revalidate'

type Rendered = CachedPage & { isStorable: boolean; isStored?: boolean }
const rendering = new Map<string, Promise<Rendered>>()

/** `visitor`: whose page it is; null for a page that is the same for everyone. */
export type Render = (request: Request, visitor: Context | null) => Response | Promise<Response>

export function pages(renderPage: Render): MiddlewareHandler {
  const render: Render = async (request, visitor) =>
    withUnavailable(await renderPage(request, visitor))
  return async c => {
    const { pathname, search } = new URL(c.req.url)
    if (canonicalPath(pathname) === null) return render(notFound(c), c)
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD'
    const visit = {
      url: pathname + search,
      isHttps: isSecure(c),
      header: (name: string) => c.req.header(name),
    }
    const choice = isRead ? profileChoice(visit) : null
    if (choice) return redirectPrivately(choice)
    const state = isRead ? await stateOf(c, visit) : {}
    const address = isRead ? pageAddress(pathname + search) : null
    if (!address || isOfChild(c))
      return withState(withoutCaching(await render(c.req.raw, c), address !== null), state)
    const page = await renderOnce(render, c, address)
    const encoding = c.req.header('accept-encoding') ?? ''
    return withState(await reply(page, encoding, forCdn(c, page)), state)
  }
}

/** Headers with the state of the page, which is rendered for whom the service names where the cookie is out of date. */
async function stateOf(c: Context, visit: Visit): Promise<Record<string, string>> {
  const { stateKey } = runtime()
  if (!isOutOfDate(visit.header('cookie'), visit.isHttps, stateKey))
    return stateHeaders(visit, stateKey)
  const current = await askForState(c)
  if (!current) return {}
  c.set('currentState', current)
  return stateHeaders(visit, stateKey, current)
}

/** A reply that says how long it may be stored says so of the viewer too; only a public one changes. */
function withState(reply: Response, state: Record<string, string>): Response {
  const { 'set-cookie': cookie, 'cache-control': control } = state
  if (!cookie || !control) return reply
  reply.headers.append('Set-Cookie', cookie)
  if (!/private|no-store/.test(reply.headers.get('Cache-Control') ?? ''))
    reply.headers.set('Cache-Control', control)
  return reply
}

/** Astro answers 500 whatever its page says; with a Retry-After it is the service that cannot answer now. */
function withUnavailable(response: Response): Response {
  if (response.status !== 500 || !response.headers.has('retry-after')) return response
  return new Response(response.body, { status: 503, headers: response.headers })
}

function notFound(c: Context): Request {
  return new Request(`${siteOrigin(c)}${localPath('/404', languageOf(c.req.path))}`)
}

function renderOnce(render: Render, c: Context, address: string): Promise<Rendered> {
  const { settings, pages: cache } = runtime()
  const isHttps = isSecure(c)
  const key = cacheKey(settings, { isHttps, host: c.req.header('host') }, address)
  const shared = rendering.get(key)
  if (shared) return shared
  const generation = cache.generation()
  const rendered = renderAnonymously(render, siteOrigin(c) + address, isHttps)
  if (carriesToken(c.req.raw.headers)) return rendered
  const stored = rendered
    .then(page => {
      if (!page.isStorable || cache.generation() !== generation) return page
      cache.set(key, page)
      return { ...page, isStored: true }
    })
    .finally(() => rendering.delete(key))
  rendering.set(key, stored)
  return stored
}

/** A native client's tokens: such a request may be answered from the cache, and never fills it. */
function carriesToken(headers: Headers): boolean {
  return headers.has('authorization') || headers.has('profile-token')
}

async function renderAnonymously(render: Render, url: string, isHttps: boolean): Promise<Rendered> {
  const response = await render(new Request(url), null)
  const control = response.headers.get('cdn-cache-control')
  const identity = Buffer.from(await response.arrayBuffer())
  const isStorable = response.status === 200 && control !== null
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(securityHeaders('reply', isHttps)))
    headers[name.toLowerCase()] = value
  for (const [name, value] of response.headers)
    if (!OF_ONE_REPLY.includes(name)) headers[name] = value
  const etag = `"${hash('sha256', identity, 'base64url').slice(0, 22)}"`
  if (isStorable) Object.assign(headers, { 'cache-control': REVALIDATE, etag })
  if (identity.length > 0) headers.vary = 'Accept-Encoding'
  const fresh = secondsOf(control, 'max-age') * 1000
  const stale = secondsOf(control, 'stale-while-revalidate') * 1000
  const now = Date.now()
  return {
    status: response.status,
    headers,
    bodies: { identity },
    etag,
    tags: (response.headers.get('cache-tag') ?? '').split(',').filter(Boolean),
    freshUntil: now + fresh,
    staleUntil: now + fresh + stale,
    isStorable,
  }
}

function secondsOf(control: string | null, directive: string): number {
  return Number(new RegExp(`${directive}=(\\d+)`).exec(control ?? '')?.[1] ?? 0)
}

/** Nothing when the page may be out of date: only what is in the page cache is purged in time. */
function forCdn(c: Context, page: Rendered): Record<string, string> {
  const { pages: cache, hasCdn = false } = runtime()
  if (!hasCdn || !page.isStored || !cache.isConnected()) return {}
  return isAnonymous(name => c.req.header(name)) ? cdnHeaders(page) : {}
}

async function reply(
  page: Rendered,
  acceptEncoding: string,
  cdn: Record<string, string>,
): Promise<Response> {
  const { status, bodies, isStorable } = page
  const headers = new Headers({ ...page.headers, ...cdn })
  if (isStorable) headers.set('x-page-cache', 'MISS')
  if (bodies.identity.length === 0) return new Response(null, { status, headers })
  const coding = codingFor(acceptEncoding)
  const body = await compressFirst(bodies, coding)
  if (coding !== 'identity') headers.set('Content-Encoding', coding)
  headers.set('Content-Length', String(body.length))
  return new Response(new Uint8Array(body), { status, headers })
}

/** The directives are for our cache: no other may store a page that was rendered for one visitor. */
function withoutCaching(response: Response, isCatalogue: boolean): Response {
  const headers = new Headers(response.headers)
  for (const name of CACHE_DIRECTIVES) headers.delete(name)
  if (isCatalogue) headers.set('Cache-Control', 'private, no-cache')
  else if (!headers.has('Cache-Control') && response.status >= 300 && response.status < 400)
    headers.set('Cache-Control', 'private, no-store')
  return new Response(response.body, { status: response.status, headers })
}
