/** Passes requests on to the service, with the headers of spec §7 and the tokens of the session cookie. */
import { randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { serialize } from 'hono/utils/cookie'
import { bearer } from '#src/contract/bearer.ts'
import { reportWebVitals } from '#src/contract/endpoints/pages.ts'
import { KNOWN_DEVICES_HEADER, PROOF_OF_WORK_HEADER } from '#src/contract/headers.ts'
import { DEVICE_COOKIE, DEVICE_COOKIE_SECONDS } from '#src/lib/session/device-cookie.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { runtime } from '../runtime.ts'
import { callerSite } from './same-origin.ts'
import { readKnownDevices, readState, readTokens, type Tokens } from './session-cookies.ts'
import { addressOf, isSecure, siteOrigin } from './visitor.ts'

const PASSED = [
  'accept-language',
  'content-type',
  'idempotency-key',
  PROOF_OF_WORK_HEADER,
  'user-agent',
  'sec-purpose',
  'purpose',
  'range',
  'if-none-match',
  'if-range',
]
/** A cookie may hold anything, a header may not. */
const DEVICE = /^[\w-]{1,64}$/

/** Measured pages get no identifier by it. */
const WITHOUT_DEVICE = `/api${reportWebVitals.path}`

/** `/api/*`: the path goes on without /api. */
export function apiProxy(c: Context): Promise<Response> | Response {
  const { pathname } = new URL(c.req.url)
  if (!pathname.startsWith('/api')) return c.notFound()
  const isKnown = deviceOf(c) || !c.req.header('sec-fetch-site')
  return isKnown || pathname === WITHOUT_DEVICE ? forward(c, '/api') : fromNewDevice(c)
}

/** The first call of a browser's first visit: its device gets the identifier that all later calls carry (spec §3). */
async function fromNewDevice(c: Context): Promise<Response> {
  const device = randomBytes(16).toString('hex')
  const reply = await forward(c, '/api', device)
  const cookie = serialize(DEVICE_COOKIE, device, {
    path: '/',
    maxAge: DEVICE_COOKIE_SECONDS,
    sameSite: 'Lax',
    secure: isSecure(c),
  })
  reply.headers.append('Set-Cookie', cookie)
  // The reply is this browser's own now.
  if (/public/.test(reply.headers.get('Cache-Control') ?? ''))
    reply.headers.set('Cache-Control', 'private, no-cache')
  return reply
}

/** Paths of the service outside the API: bank callbacks, media, and in demo the fake bank and the outbox. */
export function serviceProxy(c: Context): Promise<Response> {
  return forward(c, '')
}

async function forward(c: Context, prefix: string, device?: string): Promise<Response> {
  const request = serviceRequest(c, prefix)
  if (device) request.headers.set('device-id', device)
  const reply = await runtime().callService(request, requestContext(c))
  // Its headers may be immutable, and later steps add theirs.
  return new Response(reply.body, reply)
}

/** The path stays encoded as it came: the service decodes it, once. */
function serviceRequest(c: Context, prefix: string): Request {
  const { pathname, search } = new URL(c.req.url)
  const path = pathname.slice(prefix.length) || '/'
  const headers = serviceHeaders(c, readTokens(c))
  const known = readKnownDevices(c) || c.req.header(KNOWN_DEVICES_HEADER)
  if (known) headers.set(KNOWN_DEVICES_HEADER, known)
  const hasBody = c.req.method !== 'GET' && c.req.method !== 'HEAD'
  return new Request(`http://service${path}${search}`, {
    method: c.req.method,
    headers,
    ...(hasBody ? { body: c.req.raw.body, duplex: 'half' } : {}),
    redirect: 'manual',
  } as RequestInit)
}

/** Who calls, for the service's limits and log. */
export function requestContext(c: Context): { address: string; requestId: string } {
  return { address: addressOf(c), requestId: c.get('requestId') ?? '' }
}

/** The headers of spec §7 that say nothing of a visitor. */
export function anonymousHeaders(origin: string): Headers {
  return new Headers({
    platform: 'Web',
    'version-number': packageJson.version,
    'site-origin': origin,
  })
}

/** The same, and what the service needs to know of the visitor. A native client sends its tokens itself. */
export function serviceHeaders(c: Context, tokens: Tokens | null): Headers {
  const headers = anonymousHeaders(siteOrigin(c))
  for (const name of PASSED) {
    const value = c.req.header(name)
    if (value !== undefined) headers.set(name, value)
  }
  const site = callerSite(c)
  if (site) headers.set('sec-fetch-site', site)
  headers.set('device-id', deviceOf(c))
  const { user } = readState(c)
  if (user) headers.set('user-id', user.id)
  const authorization = c.req.header('authorization') ?? (tokens && bearer(tokens.access))
  if (authorization) headers.set('authorization', authorization)
  const profile = c.req.header('profile-token') ?? tokens?.profile
  if (profile) headers.set('profile-token', profile)
  return headers
}

function deviceOf(c: Context): string {
  const device = getCookie(c, DEVICE_COOKIE) ?? ''
  return DEVICE.test(device) ? device : ''
}
