/**
 * Streams for receivers (AirPlay, Chromecast), which send requests without a session. Each request renews the lease of the page
 * that sent the link. With a media server, files are redirects, so that links to them do not outlive the lease for long.
 */
import { readBoundedText } from '../../http/bounded.ts'
import { MEDIA_TYPES } from './media-types.ts'
import type { StreamDescription, StreamStore } from './stream-store.ts'

export interface ReceiverRequest {
  leaseId: string
  /** True for a native player: its app renews the lease by heartbeats, not the requests for media. */
  isNative: boolean
  stream: string
  file: string
  address: string
}

export interface Receivers {
  /** True if the lease is valid and its viewer may still play this stream. Renews the lease of a receiver. */
  admits(request: ReceiverRequest): Promise<boolean>
  /** Returns the URL of the file at the media server; null if this site serves it. */
  mediaServerUrl(
    request: Pick<ReceiverRequest, 'stream' | 'file'>,
    description: StreamDescription | null,
  ): string | null
}

type Asked = Pick<ReceiverRequest, 'stream' | 'file'>

/** Chromecast loads media with scripts of another site. These replies contain nothing of a session. */
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

/** Replies to the CORS preflight of a receiver. */
export function preflightReply(): Response {
  return new Response(null, { status: 204, headers: PREFLIGHT })
}

/** Adds the CORS headers for receivers to a reply. */
export function withReceiverHeaders(reply: Response): Response {
  const headers = new Headers(reply.headers)
  for (const [name, value] of Object.entries(CORS)) headers.set(name, value)
  return new Response(reply.body, { status: reply.status, headers })
}

/**
 * Serves a playlist itself, so that the URLs in it come back to this site, and redirects for all other files.
 * @param url URL of the file at the media server
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

/** Loads a playlist that only the media server has. */
async function fetchedText(url: string): Promise<string | null> {
  const reply = await fetch(url, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) })
  return reply.ok ? readBoundedText(reply.body, PLAYLIST_BYTES) : null
}
