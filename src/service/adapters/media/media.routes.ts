/** Serves `/media/s/<token>/<stream>/<file>`: checks the token on every request and sends the file. And pictures. */
import { Hono } from 'hono'
import { bearerToken } from '#src/contract/bearer.ts'
import type { ServiceEnv } from '../../http/router.ts'
import type { KeySet } from '../../keys.ts'
import type { MediaStore } from '../media-store/media-store.ts'
import type { LinkPictures } from './link-pictures.ts'
import { liveMaster, livePlaylist } from './live-playlist.ts'
import type { LivePlaylists } from './live-source.ts'
import { extensionOf, MEDIA_TYPES } from './media-types.ts'
import { pictureReply } from './picture-reply.ts'
import { parseRange } from './range.ts'
import { forReceiver, mediaServerReply, preflightReply, type Receivers } from './receiver-reply.ts'
import {
  type StreamDescription,
  type StreamFile,
  type StreamStore,
  sourceOf,
} from './stream-store.ts'
import { checkStream } from './stream-token.ts'

const IMMUTABLE = new Set(['mp4', 'm4s', 'm4a', 'ts', 'aac', 'key', 'jpg', 'webp'])

type Asked = { stream: string; file: string }

export interface MediaDeps {
  /** Of links to streams. */
  keys: KeySet
  store: StreamStore
  /** Of pictures that the HTTP layer has not in its own folders. */
  media: MediaStore
  now: () => Date
  /** Of pictures for previews of links. */
  linkPictures?: LinkPictures
  live?: LivePlaylists
  /** Without them no receiver's link plays. */
  receivers?: Receivers
}

export function mediaRoutes({
  keys,
  store,
  media,
  now,
  linkPictures,
  live,
  receivers,
}: MediaDeps): Hono<ServiceEnv> {
  const app = new Hono<ServiceEnv>()
  app.on(['GET', 'HEAD'], '/media/s/:token/*', async c => {
    const token = c.req.param('token')
    const pathname = new URL(c.req.url).pathname
    const path = pathname.slice(`/media/s/${token}/`.length)
    const bearer = bearerToken(c.req.header('authorization')) ?? null
    const verdict = checkStream(keys, { token, path, bearer, now: now().getTime() / 1_000 })
    if (verdict.kind === 'denied') return emptyReply(verdict.reason === 'expired' ? 410 : 403)
    const { leaseId } = verdict
    if (leaseId === null) return serve(verdict, c.req.raw)
    const address = c.env?.address ?? ''
    const isAdmitted = await receivers?.admits({ ...verdict, leaseId, address })
    return forReceiver(isAdmitted ? await serveReceiver(verdict, c.req.raw) : emptyReply(403))
  })
  app.options('/media/s/*', () => preflightReply())
  app.on(['GET', 'HEAD'], '/media/pictures/*', async c => {
    const { pathname } = new URL(c.req.url)
    const asked = { pathname, method: c.req.method, address: c.env?.address ?? '' }
    const reply = await pictureReply({ media, linkPictures }, asked)
    return reply ?? emptyReply(404)
  })
  app.all('/media/*', c =>
    emptyReply(c.req.method === 'GET' || c.req.method === 'HEAD' ? 404 : 405),
  )

  async function serveReceiver(at: Asked, request: Request) {
    const description = await store.describe(at.stream)
    const url = receivers?.mediaServerUrl(at, description) ?? null
    return url === null ? serve(at, request) : mediaServerReply(store, at, url)
  }

  async function serve(at: Asked, request: Request) {
    const description = await store.describe(at.stream)
    if (!description) return emptyReply(404)
    if (description.isChannel && at.file.endsWith('.m3u8')) {
      const text = await live?.playlist(at.stream, at.file)
      return text ? playlistReply(text) : emptyReply(404)
    }
    if (description.kind === 'live' && at.file.endsWith('.m3u8')) {
      return sendLivePlaylist(at, description)
    }
    return sendFile(at, description, request)
  }

  async function sendLivePlaylist(at: Asked, description: StreamDescription) {
    const found = await store.find(sourceOf(at.stream, description), at.file)
    if (!found) return emptyReply(404)
    const recorded = await new Response(await found.read()).text()
    const isMaster = at.file === description.manifest
    const text = isMaster ? liveMaster(recorded) : livePlaylist(recorded, now().getTime() / 1_000)
    return playlistReply(text)
  }

  async function sendFile(at: Asked, description: StreamDescription, request: Request) {
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

/** Of a live stream: the next one differs. */
function playlistReply(text: string): Response {
  return new Response(text, {
    headers: { 'Content-Type': MEDIA_TYPES.m3u8 as string, 'Cache-Control': 'no-store' },
  })
}

async function sendBytes(found: StreamFile, request: Request, headers: Headers, etag: string) {
  const { size } = found
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
  const body = await found.read({ start, end })
  return body ? new Response(body, { status, headers }) : emptyReply(404)
}

function emptyReply(status: 403 | 404 | 405 | 410) {
  return new Response(null, { status, headers: { 'Cache-Control': 'no-store' } })
}
