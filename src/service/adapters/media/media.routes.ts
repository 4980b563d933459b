/** Serves `/media/s/<token>/<stream>/<file>`: checks the token on every request and sends the file. */
import { createReadStream } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { Hono } from 'hono'
import { bearerToken } from '#src/contract/bearer.ts'
import type { ServiceEnv } from '../../http/router.ts'
import { liveMaster, livePlaylist } from './live-playlist.ts'
import { extensionOf, MEDIA_TYPES } from './media-types.ts'
import { type StreamDescription, type StreamStore, sourceOf } from './stream-store.ts'
import { checkStream } from './stream-token.ts'

const IMMUTABLE = new Set(['mp4', 'm4s', 'm4a', 'ts', 'aac', 'key', 'jpg', 'webp'])
/** Ranges up to this size are read into memory, larger ones are streamed. */
const MAX_BUFFERED_BYTES = 4 * 1024 * 1024

export interface MediaDeps {
  key: Buffer
  store: StreamStore
  now: () => Date
}

export function mediaRoutes({ key, store, now }: MediaDeps): Hono<ServiceEnv> {
  const app = new Hono<ServiceEnv>()
  app.on(['GET', 'HEAD'], '/media/s/:token/*', async c => {
    const token = c.req.param('token')
    const pathname = new URL(c.req.url).pathname
    const path = pathname.slice(`/media/s/${token}/`.length)
    const bearer = bearerToken(c.req.header('authorization')) ?? null
    const verdict = checkStream(key, { token, path, bearer, now: now().getTime() / 1_000 })
    if (verdict.kind === 'denied') return emptyReply(verdict.reason === 'expired' ? 410 : 403)
    const description = await store.describe(verdict.stream)
    if (!description) return emptyReply(404)
    if (description.kind === 'live' && verdict.file.endsWith('.m3u8')) {
      return sendLivePlaylist(verdict, description)
    }
    return sendFile(verdict, description, c.req.raw)
  })
  app.all('/media/*', c =>
    emptyReply(c.req.method === 'GET' || c.req.method === 'HEAD' ? 404 : 405),
  )

  async function sendLivePlaylist(
    at: { stream: string; file: string },
    description: StreamDescription,
  ) {
    const found = await store.find(sourceOf(at.stream, description), at.file)
    if (!found) return emptyReply(404)
    const recorded = await readFile(found.path, 'utf8')
    const isMaster = at.file === description.manifest
    const text = isMaster ? liveMaster(recorded) : livePlaylist(recorded, now().getTime() / 1_000)
    return new Response(text, {
      headers: { 'Content-Type': MEDIA_TYPES.m3u8 as string, 'Cache-Control': 'no-store' },
    })
  }

  async function sendFile(
    at: { stream: string; file: string },
    description: StreamDescription,
    request: Request,
  ) {
    const extension = extensionOf(at.file)
    const type = MEDIA_TYPES[extension]
    const found = type ? await store.find(sourceOf(at.stream, description), at.file) : null
    if (!found || !type) return emptyReply(404)
    const etag = `"${found.size.toString(36)}-${found.modified.getTime().toString(36)}"`
    const headers = new Headers({
      'Content-Type': type,
      'Accept-Ranges': 'bytes',
      ETag: etag,
      'Cache-Control': `private, max-age=${IMMUTABLE.has(extension) ? '31536000, immutable' : '300'}`,
    })
    if (request.headers.get('if-none-match') === etag) {
      return new Response(null, { status: 304, headers })
    }
    return sendBytes(found, request, headers, etag)
  }

  return app
}

async function sendBytes(
  { path, size }: { path: string; size: number },
  request: Request,
  headers: Headers,
  etag: string,
) {
  const isSame = [null, etag].includes(request.headers.get('if-range'))
  const range = parseRange(isSame ? (request.headers.get('range') ?? undefined) : undefined, size)
  if (range.kind === 'none') {
    return new Response(null, { status: 416, headers: { 'Content-Range': `bytes */${size}` } })
  }
  const start = range.kind === 'part' ? range.start : 0
  const end = range.kind === 'part' ? range.end : size - 1
  headers.set('Content-Length', String(end - start + 1))
  if (range.kind === 'part') headers.set('Content-Range', `bytes ${start}-${end}/${size}`)
  const status = range.kind === 'part' ? 206 : 200
  if (request.method === 'HEAD' || size === 0) return new Response(null, { status, headers })
  const body =
    end - start < MAX_BUFFERED_BYTES
      ? await readRange(path, start, end)
      : streamRange(path, start, end)
  return new Response(body, { status, headers })
}

async function readRange(path: string, start: number, end: number) {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(end - start + 1), 0, null, start)
    return new Uint8Array(buffer.subarray(0, bytesRead))
  } finally {
    await file.close()
  }
}

function streamRange(path: string, start: number, end: number) {
  return Readable.toWeb(createReadStream(path, { start, end })) as ReadableStream<Uint8Array>
}

function emptyReply(status: 403 | 404 | 405 | 410) {
  return new Response(null, { status, headers: { 'Cache-Control': 'no-store' } })
}

type ByteRange = { kind: 'all' } | { kind: 'part'; start: number; end: number } | { kind: 'none' }

/** Parses a Range header (RFC 9110), end included. Several ranges or a malformed one mean the whole file. */
export function parseRange(header: string | undefined, size: number): ByteRange {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return { kind: 'all' }
  if (match[1] === '') return lastBytes(Number(match[2]), size)
  const start = Number(match[1])
  const end = match[2] === '' ? size - 1 : Math.min(Number(match[2]), size - 1)
  if (match[2] !== '' && Number(match[2]) < start) return { kind: 'all' }
  return start >= size ? { kind: 'none' } : { kind: 'part', start, end }
}

function lastBytes(count: number, size: number): ByteRange {
  if (count === 0 || size === 0) return { kind: 'none' }
  return { kind: 'part', start: Math.max(0, size - count), end: size - 1 }
}
