/**
 * Streams for receivers: AirPlay and Chromecast ask for themselves, without a session. Each request counts on the lease of the
 * page that sent the link. With a media server its files are redirects, so that no link to them outlives the lease for long.
 */
import { readText } from '../../http/bounded.ts'
import { MEDIA_TYPES } from './media-types.ts'
import type { StreamDescription, StreamStore } from './stream-store.ts'

export interface ReceiverRequest {
  leaseId: string
  stream: string
  file: string
  address: string
}

export interface Receivers {
  /** Whether the lease runs and its viewer may still play this stream. Renews the lease. */
  admits(request: ReceiverRequest): Promise<boolean>
  /** Where the media server has the file; null where the site serves it. */
  mediaServerUrl(
    request: Pick<ReceiverRequest, 'stream' | 'file'>,
    description: StreamDescription | null,
  ): string | null
}

type Asked = Pick<ReceiverRequest, 'stream' | 'file'>

/** Chromecast reads with scripts of another site. There is nothing of a session in these replies. */
const CORS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'Content-Length, Content-Range, Date',
}
const PREFLIGHT = {
  ...CORS,
  'Access-Control-Allow-Methods': 'GET, HEAD',
  'Access-Control-Allow-Headers': 'Range, If-Range, If-None-Match',
  'Access-Control-Max-Age': '86400',
}
const FETCH_TIMEOUT_MS = 5_000
const PLAYLIST_BYTES = 1_000_000

export function preflightReply(): Response {
  return new Response(null, { status: 204, headers: PREFLIGHT })
}

export function forReceiver(reply: Response): Response {
  const headers = new Headers(reply.headers)
  for (const [name, value] of Object.entries(CORS)) headers.set(name, value)
  return new Response(reply.body, { status: reply.status, headers })
}

/**
 * Playlists come from here, so that the URLs in them come back here; what they name is a redirect.
 * @param url of the file at the media server
 */
export async function mediaServerReply(
  store: StreamStore,
  { stream, file }: Asked,
  url: string,
): Promise<Response> {
  if (!file.endsWith('.m3u8'))
    return new Response(null, {
      status: 302,
      headers: { Location: url, 'Cache-Control': 'no-store' },
    })
  const text =
    (await storedText(store, { stream, file })) ?? (await fetchedText(url).catch(() => undefined))
  if (!text) return new Response(null, { status: text === undefined ? 503 : 404 })
  return new Response(text, {
    headers: { 'Content-Type': MEDIA_TYPES.m3u8 as string, 'Cache-Control': 'no-store' },
  })
}

async function storedText(store: StreamStore, { stream, file }: Asked): Promise<string | null> {
  const found = await store.find(stream, file)
  const body = await found?.read()
  return body ? new Response(body).text() : null
}

/** Of a stream that only the media server has. */
async function fetchedText(url: string): Promise<string | null> {
  const reply = await fetch(url, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) })
  return reply.ok ? readText(reply.body, PLAYLIST_BYTES) : null
}
