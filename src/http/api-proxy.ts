/** Passes requests on to the service, with the headers of spec §7 and the tokens of the session cookie. */
import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { bearer } from '#src/contract/bearer.ts'
import { KNOWN_DEVICES_HEADER, PROOF_OF_WORK_HEADER } from '#src/contract/headers.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { runtime } from '../runtime.ts'
import { callerSite } from './same-origin.ts'
import { readKnownDevices, readState, readTokens, type Tokens } from './session-cookies.ts'
import { addressOf, siteOrigin } from './visitor.ts'

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
/** Set by src/lib/session/device.ts; a cookie may hold anything, a header may not. */
const DEVICE_COOKIE = 'unique_id_v3'
const DEVICE = /^[\w-]{1,64}$/

/** `/api/*`: the path goes on without /api. */
export function apiProxy(c: Context): Promise<Response> | Response {
  return new URL(c.req.url).pathname.startsWith('/api') ? forward(c, '/api') : c.notFound()
}

/** Paths of the service outside the API: bank callbacks, media, and in demo the fake bank and the outbox. */
export function serviceProxy(c: Context): Promise<Response> {
  return forward(c, '')
}

async function forward(c: Context, prefix: string): Promise<Response> {
  const reply = await runtime().callService(serviceRequest(c, prefix), requestContext(c))
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
  const device = getCookie(c, DEVICE_COOKIE) ?? ''
  headers.set('device-id', DEVICE.test(device) ? device : '')
  const { user } = readState(c)
  if (user) headers.set('user-id', user.id)
  const authorization = c.req.header('authorization') ?? (tokens && bearer(tokens.access))
  if (authorization) headers.set('authorization', authorization)
  const profile = c.req.header('profile-token') ?? tokens?.profile
  if (profile) headers.set('profile-token', profile)
  return headers
}
