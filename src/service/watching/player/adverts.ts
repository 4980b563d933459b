/** The advert before a title, for viewers without a subscription or a ticket, and its tracking reports. */
import { eq } from 'drizzle-orm'
import type { PlaybackDescriptor } from '#src/contract/player.ts'
import { FAKE_VAST_PATH } from '../../platform/adapters/adverts/fake-adverts.ts'
import { type Advert, resolveVast } from '../../platform/adapters/adverts/vast.ts'
import { isAdvertStream } from '../../platform/adapters/media/advert-streams.ts'
import type { StreamStore } from '../../platform/adapters/media/stream-store.ts'
import { ProviderPaused } from '../../platform/adapters/providers.ts'
import { videoFiles } from '../../platform/db/schema/catalogue.ts'
import type { Deps } from '../../platform/deps.ts'
import { isAddress, isPublicAddress } from '../../platform/http/address.ts'
import { isKeyedHash, keyedHash } from '../../platform/keys.ts'
import { signStreamUrl } from './playback-descriptor.ts'

const REPORT_TIMEOUT_MS = 3_000
const REPORT_TOKEN_SECONDS = 1_800
const MAX_URLS_PER_EVENT = 8

function vastUrl({ env, selfOrigin }: Deps): string | null {
  if (env.VAST_URL) return env.VAST_URL
  return env.MODE === 'demo' ? `${selfOrigin()}${FAKE_VAST_PATH}` : null
}

/**
 * Returns the advert; null if no server is configured, no advert arrived in time, or its video is not one of our
 * adverts.
 */
export async function requestAdvert(
  deps: Deps,
  store: StreamStore,
): Promise<PlaybackDescriptor['advert']> {
  const url = vastUrl(deps)
  if (!url) return null
  try {
    const advert = await deps.providers.call('vast', signal =>
      resolveVast(url, { guardedGet: deps.guardedGet, signal }),
    )
    return advert && (await toWireAdvert(deps, store, advert))
  } catch (error) {
    if (!(error instanceof ProviderPaused)) deps.log.warn({ err: error }, 'no advert received')
    return null
  }
}

async function toWireAdvert(
  deps: Deps,
  store: StreamStore,
  advert: Advert,
): Promise<PlaybackDescriptor['advert']> {
  const stream = ownStreamOf(deps, advert.mediaUrl)
  if (!stream || (await isOfTitle(deps, stream))) return null
  const description = await store.describe(stream)
  if (!description) return null
  const named = Object.entries(advert.events).filter(([, urls]) => urls.length > 0)
  const events = named.map(([name, urls]) => [name, [reportPath(deps, urls)]])
  return {
    manifest_url: signStreamUrl(deps, stream, description, null).url(description.manifest),
    skip_after: advert.skipAfter,
    click_url: publicLink(deps, advert.clickUrl),
    events: Object.fromEntries(events),
  }
}

/**
 * Returns the stream of `https://<own host>/media/<stream>/master.m3u8`, if it is in the folder of adverts; null for every other URL. In
 * browsers the CSP blocks other hosts, and any other stream would be signed for viewers who have not paid for it.
 */
function ownStreamOf(deps: Deps, mediaUrl: string): string | null {
  const url = URL.parse(mediaUrl)
  if (!url || !isOwnHost(deps, url)) return null
  const [, stream] = /\/media\/([\w./-]+)\/[\w-]+\.m3u8$/.exec(url.pathname) ?? []
  return stream !== undefined && isAdvertStream(stream) ? stream : null
}

/** Imports refuse such a title; one of an earlier release may still be there. */
async function isOfTitle({ db }: Deps, stream: string): Promise<boolean> {
  const rows = await db
    .select({ id: videoFiles.id })
    .from(videoFiles)
    .where(eq(videoFiles.stream, stream))
    .limit(1)
  return rows.length > 0
}

function isOwnHost({ env, selfOrigin }: Deps, { host }: URL): boolean {
  const own = [env.SITE_URL, env.MEDIA_BASE_URL, selfOrigin()]
  return own.some(address => address && URL.parse(address)?.host === host)
}

/** Returns the link of a click on the advert: our own site, or a public host over https. */
function publicLink(deps: Deps, link: string | null): string | null {
  const url = link && URL.parse(link)
  if (!url) return null
  if (isOwnHost(deps, url)) return url.href
  const host = url.hostname
  const isPublic = isAddress(host)
    ? isPublicAddress(host)
    : /\.(?!(?:local|internal|localhost)\.?$)[^.]+\.?$/.test(host)
  return url.protocol === 'https:' && isPublic ? url.href : null
}

/**
 * Returns the path that browsers call for an event; its signed token contains the tracking URLs. In the demo it also
 * contains the origin of this node, which runs the advert server, because another node may handle the call. VAST_URL is
 * the same on all nodes, and may name an internal host.
 */
function reportPath(deps: Deps, urls: string[]): string {
  const until = Math.floor(deps.now().getTime() / 1_000) + REPORT_TOKEN_SECONDS
  const claims = JSON.stringify([
    until,
    deps.random.bytes(6).toString('hex'),
    ...urls.slice(0, MAX_URLS_PER_EVENT),
    ...(deps.env.VAST_URL ? [] : [{ server: deps.selfOrigin() }]),
  ])
  const body = Buffer.from(claims).toString('base64url')
  return `/api/playback/adverts/${body}.${signature(deps, body)}`
}

function signature(deps: Deps, body: string) {
  return keyedHash(deps.key('advert'), body)
}

const reported = new Map<string, number>()

/** Calls the tracking URLs of an event, once per token. Returns false if the token is forged or expired. */
export async function reportEvent(deps: Deps, token: string): Promise<boolean> {
  const claims = claimsOf(deps, token)
  if (!claims) return false
  if (reported.has(token)) return true
  markReported(token, deps.now().getTime())
  const guard = {
    allowedOrigins: deps.env.VAST_URL ? [new URL(deps.env.VAST_URL).origin] : claims.servers,
    signal: AbortSignal.timeout(REPORT_TIMEOUT_MS),
    maxBytes: 0,
  }
  const calls = claims.urls.map(url => deps.guardedGet(url, guard))
  for (const result of await Promise.allSettled(calls)) {
    if (result.status === 'rejected')
      deps.log.warn({ err: result.reason }, 'an advert event could not be reported')
  }
  return true
}

type Claim = number | string | { server: string }

/** Returns null for a forged or expired token. Strings come from the advert; the server is ours. */
function claimsOf(deps: Deps, token: string): { urls: string[]; servers: string[] } | null {
  const [body = '', signed = ''] = token.split('.')
  if (!isKeyedHash(deps.keys('advert'), body, signed)) return null
  const [until, , ...rest] = JSON.parse(Buffer.from(body, 'base64url').toString()) as Claim[]
  if (Number(until) * 1_000 <= deps.now().getTime()) return null
  return {
    urls: rest.filter(claim => typeof claim === 'string'),
    servers: rest.flatMap(claim => (typeof claim === 'object' ? claim.server : [])),
  }
}

function markReported(token: string, now: number) {
  reported.set(token, now)
  for (const [old, at] of reported) {
    if (at > now - REPORT_TOKEN_SECONDS * 1_000 && reported.size < 10_000) break
    reported.delete(old)
  }
}
