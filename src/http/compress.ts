/**
 * Content codings of pages and API replies. Not by `hono/compress`, which has no brotli, the coding that all browsers ask for,
 * and streams, so that a cached page would be compressed for every request.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { MiddlewareHandler } from 'hono'
import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from 'hono/utils/compress'

export type Coding = 'identity' | 'br' | 'gzip'
/** One body in the codings that it has been asked for. */
export type Bodies = { identity: Buffer } & Partial<Record<Coding, Buffer>>
/** A whole reply in memory. */
export type Asset = { headers: Record<string, string>; etag: string; bodies: Bodies }

const brotliBuffer = promisify(brotliCompress)
const gzipBuffer = promisify(gzip)
/** As a power of 2: no page is larger, and the default window takes 4 MB of memory for each. */
const WINDOW_BITS = 18
/** Below this a header costs more than compression saves. */
const MIN_BYTES = 1_024
/** Better compression for what is cached, faster for what is sent once. */
const QUALITY = { cached: 5, first: 3, once: 4 } as const
const GZIP_LEVEL = { cached: 6, once: 5 } as const

export function codingFor(acceptEncoding: string): Coding {
  if (/\bbr\b/.test(acceptEncoding)) return 'br'
  return /\bgzip\b/.test(acceptEncoding) ? 'gzip' : 'identity'
}

/** The body of a cached page in a coding, compressed at most once. */
export async function compressCached(bodies: Bodies, coding: Coding): Promise<Buffer> {
  bodies[coding] ??=
    coding === 'br'
      ? await brotli(bodies.identity, QUALITY.cached)
      : await gzipBuffer(bodies.identity, { level: GZIP_LEVEL.cached })
  return bodies[coding]
}

/** The same for the visitor who waits for the rendering: faster, and not stored unless it is as small as it gets. */
export function compressFirst(bodies: Bodies, coding: Coding): Promise<Buffer> {
  return coding === 'br' ? brotli(bodies.identity, QUALITY.first) : compressCached(bodies, coding)
}

/** Sends an asset in the best coding that it has, or 304 to a client that has it already. */
export function sendAsset(
  req: IncomingMessage,
  res: ServerResponse,
  asset: Asset,
  extra: Readonly<Record<string, string>> = {},
): void {
  if (req.headers['if-none-match']?.includes(asset.etag)) {
    const { 'Content-Type': _, 'content-type': __, ...rest } = asset.headers
    res.writeHead(304, { ...rest, ...extra }).end()
    return
  }
  const accepted = codingFor(req.headers['accept-encoding'] ?? '')
  const coding = asset.bodies[accepted] ? accepted : 'identity'
  const body = asset.bodies[coding] as Buffer
  const headers: Record<string, string | number> = {
    ...asset.headers,
    ...extra,
    'Content-Length': body.length,
  }
  if (coding !== 'identity') headers['Content-Encoding'] = coding
  res.writeHead(200, headers)
  res.end(req.method === 'HEAD' ? undefined : body)
}

/** Compresses text replies that are not cached. */
export const compressReply: MiddlewareHandler = async (c, next) => {
  await next()
  const { headers, body, status } = c.res
  const type = headers.get('Content-Type') ?? ''
  if (!body || headers.has('Content-Encoding') || !COMPRESSIBLE_CONTENT_TYPE_REGEX.test(type))
    return
  if (!/accept-encoding/i.test(headers.get('Vary') ?? '')) headers.append('Vary', 'Accept-Encoding')
  const coding = codingFor(c.req.header('accept-encoding') ?? '')
  if (coding === 'identity' || c.req.method === 'HEAD') return
  const plain = Buffer.from(await c.res.arrayBuffer())
  const sent = new Headers(headers)
  sent.delete('Content-Length')
  c.res = undefined
  if (plain.length < MIN_BYTES) {
    c.res = new Response(plain, { status, headers: sent })
    return
  }
  const compressed =
    coding === 'br'
      ? await brotliBuffer(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY.once } })
      : await gzipBuffer(plain, { level: GZIP_LEVEL.once })
  sent.set('Content-Encoding', coding)
  c.res = new Response(new Uint8Array(compressed), { status, headers: sent })
}

function brotli(plain: Buffer, quality: number): Promise<Buffer> {
  return brotliBuffer(plain, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    },
  })
}
