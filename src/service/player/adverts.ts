/** The advert before a title, for those who have paid neither a subscription nor a ticket; it never keeps a title waiting for long. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import type { PlaybackDescriptor } from '#src/contract/player.ts'
import { FAKE_VAST_PATH } from '../adapters/adverts/fake-adverts.ts'
import { type Advert, resolveVast } from '../adapters/adverts/vast.ts'
import type { StreamStore } from '../adapters/media/stream-store.ts'
import type { Deps } from '../deps.ts'
import { isPublicAddress } from '../http/public-address.ts'
import { signStreamUrl } from './playback-descriptor.ts'

const ANSWER_MS = 1_200
const REPORT_MS = 3_000
const TOKEN_SECONDS = 1_800
const ADDRESSES_AN_EVENT = 8

function vastUrl({ env, selfOrigin }: Deps): string | null {
  if (env.VAST_URL) return env.VAST_URL
  return env.MODE === 'demo' ? `${selfOrigin()}${FAKE_VAST_PATH}` : null
}

/** null where none is configured, none came in time, or its picture is no stream of the house. */
export async function advertFor(
  deps: Deps,
  store: StreamStore,
): Promise<PlaybackDescriptor['advert']> {
  const url = vastUrl(deps)
  if (!url) return null
  try {
    const advert = await resolveVast(url, { guardedGet: deps.guardedGet, timeoutMs: ANSWER_MS })
    return advert && (await toWireAdvert(deps, store, advert))
  } catch (error) {
    deps.log.warn({ err: error }, 'no advert came')
    return null
  }
}

async function toWireAdvert(
  deps: Deps,
  store: StreamStore,
  advert: Advert,
): Promise<PlaybackDescriptor['advert']> {
  const stream = ownStreamOf(deps, advert.mediaUrl)
  const description = stream && (await store.describe(stream))
  if (!stream || !description) return null
  const named = Object.entries(advert.events).filter(([, urls]) => urls.length > 0)
  const events = named.map(([name, urls]) => [name, [reportPath(deps, urls)]])
  return {
    manifest_url: signStreamUrl(deps, stream, null).url(description.manifest),
    skip_after: advert.skipAfter,
    click_url: publicLink(deps, advert.clickUrl),
    events: Object.fromEntries(events),
  }
}

/** Browsers load pictures from the site and its own CDN alone: `https://<own host>/media/<stream>/master.m3u8`. */
function ownStreamOf(deps: Deps, mediaUrl: string): string | null {
  const url = URL.parse(mediaUrl)
  if (!url || !isOwnHost(deps, url)) return null
  return /\/media\/([\w./-]+)\/[\w-]+\.m3u8$/.exec(url.pathname)?.[1] ?? null
}

function isOwnHost({ env, selfOrigin }: Deps, { host }: URL): boolean {
  const own = [env.SITE_URL, env.MEDIA_BASE_URL, selfOrigin()]
  return own.some(address => address && URL.parse(address)?.host === host)
}

/** Where a press on the advert leads: a page of ours, or one of the public web behind TLS. */
function publicLink(deps: Deps, link: string | null): string | null {
  const url = link && URL.parse(link)
  if (!url) return null
  if (isOwnHost(deps, url)) return url.href
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isPublic = isIP(host)
    ? isPublicAddress(host)
    : /\.(?!(?:local|internal|localhost)\.?$)[^.]+\.?$/.test(host)
  return url.protocol === 'https:' && isPublic ? url.href : null
}

/** What a browser calls for an event: it names the addresses, signed, so that nobody adds others. */
function reportPath(deps: Deps, urls: string[]): string {
  const until = Math.floor(deps.now().getTime() / 1_000) + TOKEN_SECONDS
  const claims = JSON.stringify([
    until,
    deps.random.bytes(6).toString('hex'),
    ...urls.slice(0, ADDRESSES_AN_EVENT),
  ])
  const body = Buffer.from(claims).toString('base64url')
  return `/api/playback/adverts/${body}.${signature(deps, body)}`
}

function signature(deps: Deps, body: string) {
  return createHmac('sha256', deps.key('advert')).update(body).digest('base64url')
}

const reported = new Map<string, number>()

/** Calls an event's addresses, each token once; false where the token is not ours or has run out. */
export async function reportEvent(deps: Deps, token: string): Promise<boolean> {
  const urls = addressesIn(deps, token)
  if (!urls) return false
  if (reported.has(token)) return true
  markReported(token, deps.now().getTime())
  const own = vastUrl(deps)
  const guard = {
    allowedOrigins: own ? [new URL(own).origin] : [],
    signal: AbortSignal.timeout(REPORT_MS),
    maxBytes: 0,
  }
  const calls = urls.map(url => deps.guardedGet(url, guard))
  for (const result of await Promise.allSettled(calls)) {
    if (result.status === 'rejected')
      deps.log.warn({ err: result.reason }, 'an advert report failed')
  }
  return true
}

function addressesIn(deps: Deps, token: string): string[] | null {
  const [body = '', signed = ''] = token.split('.')
  const [given, expected] = [Buffer.from(signed), Buffer.from(signature(deps, body))]
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  const [until, , ...urls] = JSON.parse(Buffer.from(body, 'base64url').toString()) as [
    number,
    string,
    ...string[],
  ]
  return until * 1_000 > deps.now().getTime() ? urls : null
}

function markReported(token: string, now: number) {
  reported.set(token, now)
  for (const [old, at] of reported) {
    if (at > now - TOKEN_SECONDS * 1_000 && reported.size < 10_000) break
    reported.delete(old)
  }
}
