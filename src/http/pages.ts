/**
 * Pages. A catalogue page is rendered from its key alone, with nothing of the visitor, and stored in the page cache: one for
 * everybody, and one for each band of children. Concurrent requests for one page share a render. All other pages are rendered per
 * request.
 */
import { hash } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import { languageOf, localPath } from '#src/lib/i18n/languages.ts'
import { redirectPrivately } from '#src/lib/session/page-guard.ts'
import type { ChildBand } from '../contract/values.ts'
import { runtime } from '../runtime.ts'
import { cdnHeaders, isAnonymous } from './cdn-headers.ts'
import { codingFor } from './compress.ts'
import { askForState } from './current-state.ts'
import { compressPage, type PageBodies, type StoredCoding } from './page-bodies.ts'
import { bandAddress, cacheKey, canonicalPath, pageAddress } from './page-key.ts'
import { profileChoice, stateHeaders, type Visit } from './page-session.ts'
import { type CachedPage, hasEnded } from './page-store.ts'
import { securityHeaders } from './security-headers.ts'
import { childBandOf } from './session-cookies.ts'
import { isOutOfDate } from './stale-state.ts'
import { isSecure, siteOrigin } from './visitor.ts'

/** Headers by which Astro.cache speaks to the page cache (cache-provider.ts). */
const CACHE_DIRECTIVES = ['cdn-cache-control', 'cache-tag']
/** Never stored: headers of one reply. */
const OF_ONE_REPLY = [...CACHE_DIRECTIVES, 'set-cookie', 'content-length', 'date', 'connection']
const REVALIDATE = 'public, max-age=0, must-revalidate'
/** Of a page for children, who are known by a cookie: for their browsers alone. */
const OF_BAND = 'private, no-cache'

type Rendered = { page: CachedPage; plain: Buffer; isStorable: boolean; isStored?: boolean }
/** All that a page is rendered from. */
type PageSource = { address: string; band: ChildBand | null; origin: string; isHttps: boolean }
const rendering = new Map<string, Promise<Rendered>>()

/**
 * `visitor`: whose page it is; null for a page that is the same for everyone, or for all children of `band`.
 */
export type Render = (
  request: Request,
  visitor: Context | null,
  band?: ChildBand | null,
) => Response | Promise<Response>

export function pages(renderPage: Render): MiddlewareHandler {
  const render: Render = async (...page) => withUnavailable(await renderPage(...page))
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
    if (!address) return withState(withoutCaching(await render(c.req.raw, c)), state)
    const band = childBandOf(c)
    const page = await renderOnce(render, c, {
      address: band ? bandAddress(visit.url, address) : address,
      band,
      origin: siteOrigin(c),
      isHttps: visit.isHttps,
    })
    const encoding = c.req.header('accept-encoding') ?? ''
    return withState(await reply(page, encoding, band ? {} : forCdn(c, page)), state)
  }
}

/** Headers with the state of the page, which is rendered for whom the service names where the cookie is out of date. */
async function stateOf(c: Context, visit: Visit): Promise<Record<string, string>> {
  const { stateKeys } = runtime()
  if (!isOutOfDate(visit.header('cookie'), visit.isHttps, stateKeys))
    return stateHeaders(visit, stateKeys)
  const current = await askForState(c)
  if (!current) return {}
  c.set('currentState', current)
  return stateHeaders(visit, stateKeys, current)
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

function renderOnce(render: Render, c: Context, source: PageSource): Promise<Rendered> {
  const { settings, pages: cache } = runtime()
  const { address, band, isHttps } = source
  const key = cacheKey(settings, { isHttps, host: c.req.header('host') }, address, band)
  const shared = rendering.get(key)
  if (shared) return shared
  const generation = cache.generation()
  const rendered = renderAnonymously(render, source)
  if (carriesToken(c.req.raw.headers)) return rendered
  const coding = codingFor(c.req.header('accept-encoding') ?? '') === 'gzip' ? 'gzip' : 'br'
  const stored = rendered
    .then(async result => {
      if (!result.isStorable) {
        if (hasEnded(result.page.status)) cache.delete(key)
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

/** A native client's tokens: such a request may be answered from the cache, and never fills it. */
function carriesToken(headers: Headers): boolean {
  return headers.has('authorization') || headers.has('profile-token')
}

async function renderAnonymously(render: Render, source: PageSource): Promise<Rendered> {
  const { address, band, origin, isHttps } = source
  const response = await render(new Request(origin + address), null, band)
  const control = response.headers.get('cdn-cache-control')
  const plain = Buffer.from(await response.arrayBuffer())
  const isStorable = response.status === 200 && control !== null && plain.length > 0
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(securityHeaders('reply', isHttps)))
    headers[name.toLowerCase()] = value
  for (const [name, value] of response.headers)
    if (!OF_ONE_REPLY.includes(name)) headers[name] = value
  if (isStorable) headers['cache-control'] = band ? OF_BAND : REVALIDATE
  if (plain.length > 0) headers.vary = band ? 'Accept-Encoding, Cookie' : 'Accept-Encoding'
  const fresh = secondsOf(control, 'max-age') * 1000
  const stale = secondsOf(control, 'stale-while-revalidate') * 1000
  const now = Date.now()
  const page = {
    status: response.status,
    headers,
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

/** Nothing when the page may be out of date: only what is in the page cache is purged in time. */
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
  const coding = codingFor(acceptEncoding)
  const body = coding === 'identity' ? plain : await bodyIn(coding, page.bodies, plain)
  if (coding !== 'identity') headers.set('Content-Encoding', coding)
  headers.set('Content-Length', String(body.length))
  return new Response(new Uint8Array(body), { status, headers })
}

async function bodyIn(coding: StoredCoding, bodies: PageBodies, plain: Buffer): Promise<Buffer> {
  return bodies[coding] ?? (await compressPage(plain, coding, 'first'))
}

/** The directives are for our cache: no other may store a page that was rendered for one visitor. */
function withoutCaching(response: Response): Response {
  const headers = new Headers(response.headers)
  for (const name of CACHE_DIRECTIVES) headers.delete(name)
  if (!headers.has('Cache-Control') && response.status >= 300 && response.status < 400)
    headers.set('Cache-Control', 'private, no-store')
  return new Response(response.body, { status: response.status, headers })
}
