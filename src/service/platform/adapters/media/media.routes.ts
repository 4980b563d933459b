/** Serves stream files at `/media/s/<token>/<stream>/<file>`, with a check of the token on every request, and pictures. */
import { Hono } from 'hono'
import { parseBearerToken } from '#src/contract/bearer.ts'
import type { ServiceEnv } from '../../http/router.ts'
import type { KeySet } from '../../keys.ts'
import type { MediaStore } from '../media-store/media-store.ts'
import type { LinkPictures } from './link-pictures.ts'
import { liveMaster, livePlaylist } from './live-playlist.ts'
import type { LivePlaylists } from './live-source.ts'
import { MEDIA_TYPES } from './media-types.ts'
import { pictureReply } from './picture-reply.ts'
import {
  mediaServerReply,
  preflightReply,
  type Receivers,
  withReceiverHeaders,
} from './receiver-reply.ts'
import { streamFileReply } from './stream-reply.ts'
import { type StreamDescription, type StreamStore, streamSource } from './stream-store.ts'
import { checkStream, type RunningPlaybacks } from './stream-token.ts'

type Asked = { stream: string; file: string }

export interface MediaDeps {
  /** Keys for the tokens of stream links. */
  keys: KeySet
  store: StreamStore
  /** Source of pictures that are not in the folders of the HTTP layer. */
  media: MediaStore
  now: () => Date
  /** Source of pictures for link previews. */
  linkPictures?: LinkPictures
  live?: LivePlaylists
  /** Decides whether a receiver's link plays; links for receivers do not play if it is missing. */
  receivers?: Receivers
  /** Decides whether a viewer's playback still runs; if it is missing, a link ends only when it expires. */
  playbacks?: RunningPlaybacks
}

export function mediaRoutes({
  keys,
  store,
  media,
  now,
  linkPictures,
  live,
  receivers,
  playbacks,
}: MediaDeps): Hono<ServiceEnv> {
  const app = new Hono<ServiceEnv>()
  app.on(['GET', 'HEAD'], '/media/s/:token/*', async c => {
    const token = c.req.param('token')
    const pathname = new URL(c.req.url).pathname
    const path = pathname.slice(`/media/s/${token}/`.length)
    const bearer = parseBearerToken(c.req.header('authorization')) ?? null
    const verdict = checkStream(keys, { token, path, bearer, now: now().getTime() / 1_000 })
    if (verdict.kind === 'denied') return emptyReply(verdict.reason === 'expired' ? 410 : 403)
    const { leaseId, isViewers, stream } = verdict
    if (isViewers && bearer !== null && playbacks && !(await playbacks.admits({ bearer, stream })))
      return emptyReply(410)
    if (leaseId === null) return serve(verdict, c.req.raw)
    const address = c.env?.address ?? ''
    const isAdmitted = await receivers?.admits({ ...verdict, leaseId, address })
    return withReceiverHeaders(
      isAdmitted ? await serveReceiver(verdict, c.req.raw) : emptyReply(403),
    )
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
    const stream = streamSource(at.stream, description)
    return streamFileReply(store, { stream, file: at.file }, request)
  }

  async function sendLivePlaylist(at: Asked, description: StreamDescription) {
    const found = await store.find(streamSource(at.stream, description), at.file)
    if (!found) return emptyReply(404)
    const recorded = await new Response(await found.read()).text()
    const isMaster = at.file === description.manifest
    const text = isMaster ? liveMaster(recorded) : livePlaylist(recorded, now().getTime() / 1_000)
    return playlistReply(text)
  }

  return app
}

/** Returns a playlist of a live stream. It is not cached, since the next one differs. */
function playlistReply(text: string): Response {
  return new Response(text, {
    headers: { 'Content-Type': MEDIA_TYPES.m3u8 as string, 'Cache-Control': 'no-store' },
  })
}

function emptyReply(status: 403 | 404 | 405 | 410) {
  return new Response(null, { status, headers: { 'Cache-Control': 'no-store' } })
}
