import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { MiddlewareHandler } from 'hono'
import { running } from '../running.ts'
import { isChild } from './child.ts'
import { type CachedPage, pageKey } from './page-cache.ts'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)
/** 2 to this: pages are smaller than that, and the default takes 4 MB for each. */
const WINDOW = 18
const UNKEPT = new Set(['cdn-cache-control', 'cache-tag', 'content-length', 'date', 'connection'])
const rendering = new Map<string, Promise<CachedPage | Response>>()

/**
 * Keeps replies that carry CDN-Cache-Control (src/door/cache-provider.ts). Many visitors of a page that is not kept yet
 * wait for one rendering.
 */
export const keepPages: MiddlewareHandler = async (c, next) => {
  if (c.req.method !== 'GET') return next()
  if (isChild(c.req.header('cookie'))) {
    await next()
    for (const name of ['cdn-cache-control', 'cache-tag']) c.res.headers.delete(name)
    c.res.headers.set('Cache-Control', 'private, no-cache')
    return
  }
  const { pathname, search } = new URL(c.req.url)
  const key = pageKey(pathname + search)
  const waiting = key ? rendering.get(key) : undefined
  const shared = await waiting
  if (shared && !(shared instanceof Response)) {
    c.res = await pageResponse(shared, c.req.raw.headers.get('accept-encoding') ?? '')
    return
  }
  const settle = Promise.withResolvers<CachedPage | Response>()
  if (key && !waiting) rendering.set(key, settle.promise)
  try {
    const generation = running().pages.generation()
    await next()
    const kept = key ? await keep(c.res, key, generation) : null
    settle.resolve(kept ?? c.res)
    if (kept) {
      const reply = await pageResponse(kept, c.req.raw.headers.get('accept-encoding') ?? '')
      // Otherwise the rendered reply's headers come along: its length, and what only a page cache may read.
      c.res = undefined
      c.res = reply
    }
  } finally {
    settle.resolve(new Response())
    if (key && !waiting) rendering.delete(key)
  }
}

async function keep(
  response: Response,
  key: string,
  generation: number,
): Promise<CachedPage | null> {
  const control = response.headers.get('cdn-cache-control')
  if (response.status !== 200 || !control || response.headers.has('set-cookie')) return null
  const identity = Buffer.from(await response.arrayBuffer())
  const seconds = (name: string) => Number(new RegExp(`${name}=(\\d+)`).exec(control)?.[1] ?? 0)
  const headers: Record<string, string> = {}
  for (const [name, value] of response.headers) if (!UNKEPT.has(name)) headers[name] = value
  const etag = `"${hash('sha256', identity, 'base64url').slice(0, 22)}"`
  headers['cache-control'] = 'public, max-age=0, must-revalidate'
  headers.vary = 'Accept-Encoding'
  headers.etag = etag
  const now = Date.now()
  const page: CachedPage = {
    status: 200,
    headers,
    bodies: { identity },
    etag,
    tags: (response.headers.get('cache-tag') ?? '').split(',').filter(Boolean),
    freshUntil: now + seconds('max-age') * 1000,
    staleUntil: now + (seconds('max-age') + seconds('stale-while-revalidate')) * 1000,
  }
  if (running().pages.generation() === generation) running().pages.set(key, page)
  return page
}

export type Coding = keyof CachedPage['bodies']
export function codingFor(accepted: string): Coding {
  if (/\bbr\b/.test(accepted)) return 'br'
  return /\bgzip\b/.test(accepted) ? 'gzip' : 'identity'
}

/** Packs a kept page in a coding, once. */
export async function packPage({ bodies }: CachedPage, coding: Coding): Promise<Buffer> {
  const { identity } = bodies
  if (coding === 'identity') return identity
  bodies[coding] ??=
    coding === 'gzip' ? await gzipped(identity, { level: 6 }) : await packed(identity, 5)
  return bodies[coding]
}

function packed(plain: Buffer, quality: 3 | 5): Promise<Buffer> {
  return brotli(plain, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_LGWIN]: WINDOW,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    },
  })
}

/** To who asked first, quickly packed; a page that is asked for again is packed better, once. */
async function pageResponse(page: CachedPage, accepted: string): Promise<Response> {
  const coding = codingFor(accepted)
  const body =
    coding === 'br' ? await packed(page.bodies.identity, 3) : await packPage(page, coding)
  const headers = new Headers(page.headers)
  if (coding !== 'identity') headers.set('Content-Encoding', coding)
  headers.set('Content-Length', String(body.length))
  headers.set('x-page-cache', 'MISS')
  return new Response(new Uint8Array(body), { headers })
}
