/** Catalogue pages on a cache miss: rendered from their address alone, with nothing of who asked, and stored by it. */
import { hash } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import { languageOf, localPath } from '#src/lib/i18n/languages.ts'
import { runtime } from '../runtime.ts'
import { isChild } from './child.ts'
import { codingFor, compressFast } from './content-coding.ts'
import type { CachedPage } from './page-cache.ts'
import { cacheKey, canonicalPath, pageAddress } from './page-key.ts'
import { isSecure, siteOrigin } from './same-origin.ts'
import { securityHeaders } from './security-headers.ts'

/** Renders a request: as `caller`, or with nothing of anybody. */
export type Render = (request: Request, caller: Context | null) => Response | Promise<Response>

const FOR_THE_CACHE = ['cdn-cache-control', 'cache-tag']
/** `etag` is there only for what may be stored. */
type Rendered = CachedPage & { isStorable: boolean }
const rendering = new Map<string, Promise<Rendered>>()

/**
 * Answers pages. A catalogue page is rendered anonymously from its canonical address; concurrent misses share one render.
 * Children get theirs as they are signed in, and everything that is no catalogue page is rendered for who asks.
 */
export function pages(render: Render): MiddlewareHandler {
  return async c => {
    const { pathname, search } = new URL(c.req.url)
    if (canonicalPath(pathname) === null) return render(notFound(c), c)
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD'
    const address = isRead ? pageAddress(pathname + search) : null
    if (!address || isChild(c.req.header('cookie'), runtime().stateKey)) {
      const response = await render(c.req.raw, c)
      return withoutCaching(response, address !== null)
    }
    const page = await renderOnce(c, render, address)
    return reply(page, c.req.header('accept-encoding') ?? '')
  }
}

function notFound(c: Context): Request {
  return new Request(`${siteOrigin(c)}${localPath('/404', languageOf(c.req.path))}`)
}

function renderOnce(c: Context, render: Render, address: string): Promise<Rendered> {
  const origin = siteOrigin(c)
  const key = cacheKey(
    runtime().settings,
    { isHttps: isSecure(c), host: c.req.header('host') },
    address,
  )
  const underWay = rendering.get(key)
  if (underWay) return underWay
  const secure = isSecure(c)
  const work = renderAnonymously(render, origin + address, secure)
  if (carriesToken(c.req.raw.headers)) return work
  const { pages: cache } = runtime()
  const generation = cache.generation()
  const stored = work.then(page => {
    if (page.isStorable && cache.generation() === generation) cache.set(key, page)
    return page
  })
  const shared = stored.finally(() => rendering.delete(key))
  rendering.set(key, shared)
  return shared
}

/** A native client's own credentials: such a request may read the cache and never fills it. */
export function carriesToken(headers: Headers): boolean {
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
  const cannotCome = [...FOR_THE_CACHE, 'set-cookie', 'content-length', 'date', 'connection']
  for (const [name, value] of response.headers)
    if (!cannotCome.includes(name)) headers[name] = value
  const etag = `"${hash('sha256', identity, 'base64url').slice(0, 22)}"`
  if (isStorable) {
    headers['cache-control'] = 'public, max-age=0, must-revalidate'
    headers.etag = etag
  }
  if (identity.length > 0) headers.vary = 'Accept-Encoding'
  const seconds = (name: string) =>
    Number(new RegExp(`${name}=(\\d+)`).exec(control ?? '')?.[1] ?? 0)
  const now = Date.now()
  return {
    status: response.status,
    headers,
    bodies: { identity },
    etag,
    tags: (response.headers.get('cache-tag') ?? '').split(',').filter(Boolean),
    freshUntil: now + seconds('max-age') * 1000,
    staleUntil: now + (seconds('max-age') + seconds('stale-while-revalidate')) * 1000,
    isStorable,
  }
}

async function reply(page: Rendered, accepted: string): Promise<Response> {
  const { status, bodies, isStorable } = page
  const headers = new Headers(page.headers)
  if (isStorable) headers.set('x-page-cache', 'MISS')
  if (bodies.identity.length === 0) return new Response(null, { status, headers })
  const coding = codingFor(accepted)
  const body = await compressFast(page, coding)
  if (coding !== 'identity') headers.set('Content-Encoding', coding)
  headers.set('Content-Length', String(body.length))
  return new Response(new Uint8Array(body), { status, headers })
}

/** No cache before us may keep it either: what it is told in CDN-Cache-Control is for ours. */
function withoutCaching(response: Response, isCatalogue: boolean): Response {
  const headers = new Headers(response.headers)
  for (const name of FOR_THE_CACHE) headers.delete(name)
  if (isCatalogue) headers.set('Cache-Control', 'private, no-cache')
  else if (!headers.has('Cache-Control') && response.status >= 300 && response.status < 400)
    headers.set('Cache-Control', 'private, no-store')
  return new Response(response.body, { status: response.status, headers })
}
