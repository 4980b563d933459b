import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { MiddlewareHandler } from 'hono'
import { codingFor } from './content-coding.ts'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)
const TEXT =
  /^(text\/|application\/(json|xml|javascript|manifest\+json|atom\+xml|rss\+xml|ld\+json)|image\/svg)/
const SMALLEST = 1_024

/** Compresses text replies that nothing compressed before. */
export const compressReply: MiddlewareHandler = async (c, next) => {
  await next()
  const { headers, body, status } = c.res
  if (!body || headers.has('Content-Encoding') || !TEXT.test(headers.get('Content-Type') ?? ''))
    return
  const coding = codingFor(c.req.header('accept-encoding') ?? '')
  headers.append('Vary', 'Accept-Encoding')
  if (coding === 'identity' || c.req.method === 'HEAD') return
  const plain = Buffer.from(await c.res.arrayBuffer())
  const small = plain.length < SMALLEST
  const compressed = small
    ? plain
    : coding === 'br'
      ? await brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
      : await gzipped(plain, { level: 5 })
  const sent = new Headers(headers)
  sent.delete('Content-Length')
  if (!small) sent.set('Content-Encoding', coding)
  c.res = undefined
  c.res = new Response(new Uint8Array(compressed), { status, headers: sent })
}
