/**
 * Content codings of replies. `hono/compress` does not fit: it has no brotli, which all browsers accept, and it streams, so
 * that a cached page would be compressed for every request.
 */
import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import {
  type BrotliOptions,
  brotliCompress,
  brotliCompressSync,
  constants,
  gzip,
  gzipSync,
} from 'node:zlib'
import type { MiddlewareHandler } from 'hono'
import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from 'hono/utils/compress'
import { LRUCache } from 'lru-cache'

export type Coding = 'identity' | 'br' | 'gzip'
/** One body in several codings. A visitor gets the best accepted one, or the plain one. */
export type Bodies = { identity: Buffer } & Partial<Record<Coding, Buffer>>
/** A whole reply in memory. */
export type Asset = { headers: Record<string, string>; etag: string; bodies: Bodies }
export type Reply = Omit<Asset, 'bodies'> & { bodies: Partial<Bodies> }

const brotliBuffer = promisify(brotliCompress)
const gzipBuffer = promisify(gzip)
/** Smaller bodies are not compressed: the header would cost more than compression saves. */
export const MIN_COMPRESSED_BYTES = 1_024
/** Brotli's quality for a reply that is compressed while its visitor waits: 4 takes three times as long for 2 to 5% less. */
const WAITING_QUALITY = 3
const GZIP_LEVEL = 5
/** Bodies up to this size are compressed at once: handing one to another thread takes longer. */
const AT_ONCE_BYTES = 32_768
/** Limits of brotli's window as a power of 2. */
const WINDOW_BITS = { min: 10, max: 22 }
const PLAYLIST = /^application\/vnd\.apple\.mpegurl\b/
/** Compressed playlists. All viewers of a live channel request the same ones every few seconds, so each is compressed once. */
const playlists = new LRUCache<string, Promise<Buffer>>({ max: 200, ttl: 10_000 })

/** Returns the best coding that an Accept-Encoding header allows. */
export function chooseCoding(acceptEncoding: string): Coding {
  if (/\bbr\b/.test(acceptEncoding)) return 'br'
  return /\bgzip\b/.test(acceptEncoding) ? 'gzip' : 'identity'
}

/** True if the client already has the asset: the reply is then a 304 without a body. */
export function isNotModified(req: IncomingMessage, { etag }: Pick<Asset, 'etag'>): boolean {
  return req.headers['if-none-match']?.includes(etag) === true
}

/** Sends an asset in the best available coding, or 304 to a client that already has it. `extra` are further headers. */
export function sendAsset(
  req: IncomingMessage,
  res: ServerResponse,
  asset: Reply,
  extra: Readonly<Record<string, string>> = {},
): void {
  if (isNotModified(req, asset)) {
    const { 'Content-Type': _, 'content-type': __, ...rest } = asset.headers
    res.writeHead(304, { ...rest, ...extra }).end()
    return
  }
  const accepted = chooseCoding(req.headers['accept-encoding'] ?? '')
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
  const isText = COMPRESSIBLE_CONTENT_TYPE_REGEX.test(type) || PLAYLIST.test(type)
  // The byte range of a partial reply refers to the stored, uncompressed file.
  if (status === 206 || headers.has('Content-Encoding') || !isText) return
  // A reply to HEAD has the same Vary as the one to GET.
  if (!/accept-encoding/i.test(headers.get('Vary') ?? '')) headers.append('Vary', 'Accept-Encoding')
  const coding = chooseCoding(c.req.header('accept-encoding') ?? '')
  if (!body || coding === 'identity' || c.req.method === 'HEAD') return
  const plain = Buffer.from(await c.res.arrayBuffer())
  const sent = new Headers(headers)
  sent.delete('Content-Length')
  c.res = undefined
  if (plain.length < MIN_COMPRESSED_BYTES) {
    c.res = new Response(plain, { status, headers: sent })
    return
  }
  const compressed = await (PLAYLIST.test(type) ? sharedBody : bodyIn)(plain, coding)
  sent.set('Content-Encoding', coding)
  c.res = new Response(new Uint8Array(compressed), { status, headers: sent })
}

/** Returns the bytes of a text, compressed unless it is short. */
export async function compressText(
  text: string,
  coding: Coding,
): Promise<{ body: Buffer; isCompressed: boolean }> {
  const plain = Buffer.from(text)
  if (coding === 'identity' || plain.length < MIN_COMPRESSED_BYTES)
    return { body: plain, isCompressed: false }
  return { body: await bodyIn(plain, coding), isCompressed: true }
}

/** Returns brotli's options for a body of this size. A window of its size takes less memory and time than the default one of 4 MB. */
export function brotliOptions(size: number, quality: number): BrotliOptions {
  const bits = Math.ceil(Math.log2(size + 1))
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_LGWIN]: Math.min(WINDOW_BITS.max, Math.max(WINDOW_BITS.min, bits)),
      [constants.BROTLI_PARAM_SIZE_HINT]: size,
    },
  }
}

async function bodyIn(plain: Buffer, coding: Exclude<Coding, 'identity'>): Promise<Buffer> {
  const isAtOnce = plain.length <= AT_ONCE_BYTES
  if (coding === 'br') {
    const options = brotliOptions(plain.length, WAITING_QUALITY)
    return isAtOnce ? brotliCompressSync(plain, options) : brotliBuffer(plain, options)
  }
  const options = { level: GZIP_LEVEL }
  return isAtOnce ? gzipSync(plain, options) : gzipBuffer(plain, options)
}

function sharedBody(plain: Buffer, coding: Exclude<Coding, 'identity'>): Promise<Buffer> {
  const key = `${coding} ${hash('sha256', plain, 'base64url')}`
  const known = playlists.get(key)
  if (known) return known
  const made = bodyIn(plain, coding)
  playlists.set(key, made)
  made.catch(() => playlists.delete(key))
  return made
}
