/** Forwards requests to the service, with the headers of spec §7 and the tokens of the session cookie. */
import { randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { serialize } from 'hono/utils/cookie'
import { bearerAuthorization } from '#src/contract/bearer.ts'
import { reportWebVitals } from '#src/contract/endpoints/pages.ts'
import { logout, resolveSessions } from '#src/contract/endpoints/session.ts'
import { KNOWN_DEVICES_HEADER, PROOF_OF_WORK_HEADER } from '#src/contract/headers.ts'
import { DEVICE_COOKIE, DEVICE_COOKIE_SECONDS } from '#src/lib/session/device-cookie.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { runtime } from '../runtime.ts'
import { callerSite } from './same-origin.ts'
import {
  readKnownDevices,
  readSessionState,
  readTokens,
  requestCookies,
  type Tokens,
} from './session-cookies.ts'
import { isSecureRequest, siteOrigin, visitorAddress } from './visitor.ts'

const FORWARDED_HEADERS = [
  'accept-language',
  'content-encoding',
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
/** Headers of a call to the service by lower-case name. */
export type CallHeaders = Record<string, string>
/** A cookie can contain characters that a header cannot. */
const DEVICE = /^[\w-]{1,64}$/

/** The headers in which an app names itself, and the values that are forwarded. */
const APP_HEADERS: ReadonlyArray<readonly [name: string, pattern: RegExp]> = [
  ['device-id', DEVICE],
  ['platform', /^[\w .-]{1,20}$/],
  ['version-number', /^[\w .+()-]{1,60}$/],
]

/** Reports of page speed stay anonymous: they do not give a browser a device identifier. */
const WITHOUT_DEVICE = `/api${reportWebVitals.path}`

/** The call that chooses a device to replace. Its token is valid for that call alone, and another account may be signed in here. */
const DEVICE_CHOICE = new RegExp(`^/api${resolveSessions.path.replace(/\{\w+\}/, '[^/]+')}$`)

/** Forwards a call below `/api` to the service, without that prefix. */
export function proxyApi(c: Context): Promise<Response> | Response {
  const { pathname } = new URL(c.req.url)
  if (!pathname.startsWith('/api')) return c.notFound()
  return needsDevice(c, pathname) ? fromNewDevice(c) : forward(c, '/api')
}

/** True for the first call of a browser, which gets the identifier that all its later calls carry (spec §3). */
export function needsDevice(c: Context, pathname: string): boolean {
  return (
    deviceOf(c) === '' &&
    c.req.header('sec-fetch-site') !== undefined &&
    pathname !== WITHOUT_DEVICE
  )
}

/** Returns a new identifier, and the cookie that keeps it. */
export function createDevice(c: Context): { device: string; cookie: string } {
  const device = randomBytes(16).toString('hex')
  const cookie = serialize(DEVICE_COOKIE, device, {
    path: '/',
    maxAge: DEVICE_COOKIE_SECONDS,
    sameSite: 'Lax',
    secure: isSecureRequest(c),
  })
  return { device, cookie }
}

async function fromNewDevice(c: Context): Promise<Response> {
  const { device, cookie } = createDevice(c)
  const reply = await forward(c, '/api', { 'device-id': device })
  reply.headers.append('Set-Cookie', cookie)
  // The cookie makes the reply private to this browser.
  if (/public/.test(reply.headers.get('Cache-Control') ?? ''))
    reply.headers.set('Cache-Control', 'private, no-cache')
  return reply
}

/** Forwards paths outside the API: bank callbacks, media, and in demo mode the fake bank and the outbox. */
export function proxyService(c: Context): Promise<Response> {
  return forward(c, '')
}

async function forward(c: Context, prefix: string, extra?: CallHeaders): Promise<Response> {
  return runtime().callService(serviceRequest(c, prefix, extra), createRequestContext(c))
}

/** Builds the request to the service. The path stays encoded, because the service decodes it. */
function serviceRequest(c: Context, prefix: string, extra: CallHeaders = {}): Request {
  const { pathname, search } = new URL(c.req.url)
  const path = pathname.slice(prefix.length) || '/'
  const hasBody = c.req.method !== 'GET' && c.req.method !== 'HEAD'
  return new Request(`http://service${path}${search}`, {
    method: c.req.method,
    headers: { ...createCallHeaders(c, path), ...userHeaders(c), ...extra },
    ...(hasBody ? { body: c.req.raw.body, duplex: 'half' } : {}),
    redirect: 'manual',
  } as RequestInit)
}

/**
 * Returns the headers of a call that a service in this process reads: all but the id of the user, who is known by the token.
 * @param path without the prefix of the API
 */
export function createCallHeaders(c: Context, path: string): CallHeaders {
  const tokens = readTokens(c)
  const headers = createVisitorHeaders(c, tokens)
  const own = ownAuthorization(c)
  if (own !== undefined) headers.authorization = own
  // Signing out must work after the profile was deleted or locked.
  if (tokens && c.req.method === logout.method && path === logout.path)
    delete headers['profile-token']
  const known = readKnownDevices(c) || c.req.header(KNOWN_DEVICES_HEADER)
  if (known) headers[KNOWN_DEVICES_HEADER] = known
  return headers
}

/** Returns the caller's address and request id, which the service needs for its limits and its log. */
export function createRequestContext(c: Context): { address: string; requestId: string } {
  return { address: visitorAddress(c), requestId: c.get('requestId') ?? '' }
}

/** Returns the headers of spec §7 that contain nothing about a visitor. */
export function createAnonymousHeaders(origin: string): CallHeaders {
  return { platform: 'Web', 'version-number': packageJson.version, 'site-origin': origin }
}

/**
 * Returns the token in the call's own header, if it counts: a native client's, which has no session cookie, or the one for choosing a
 * device. Beside a session cookie no other token counts, so that a header cannot change whose rights a browser has.
 */
export function ownAuthorization(c: Context): string | undefined {
  const isDeviceChoice = c.req.method === resolveSessions.method && DEVICE_CHOICE.test(c.req.path)
  return isDeviceChoice || !readTokens(c) ? c.req.header('authorization') : undefined
}

/**
 * Returns all headers of spec §7, including those about the visitor. Tokens come from the session cookie; without one, from the request
 * itself, as native clients send them.
 */
export function createServiceHeaders(c: Context, tokens: Tokens | null): CallHeaders {
  return { ...createVisitorHeaders(c, tokens), ...userHeaders(c) }
}

function userHeaders(c: Context): CallHeaders {
  const { user } = readSessionState(c)
  return user ? { 'user-id': user.id } : {}
}

function createVisitorHeaders(c: Context, tokens: Tokens | null): CallHeaders {
  const headers = createAnonymousHeaders(siteOrigin(c))
  for (const name of FORWARDED_HEADERS) {
    const value = c.req.header(name)
    if (value !== undefined) headers[name] = value
  }
  const site = callerSite(c)
  if (site) headers['sec-fetch-site'] = site
  headers['device-id'] = deviceOf(c)
  if (!c.req.header('cookie') && !c.req.header('sec-fetch-site')) addAppHeaders(c, headers)
  const authorization = tokens ? bearerAuthorization(tokens.access) : c.req.header('authorization')
  if (authorization) headers.authorization = authorization
  const profile = tokens ? tokens.profile || undefined : c.req.header('profile-token')
  if (profile !== undefined) headers['profile-token'] = profile
  return headers
}

/** Adds the device and platform of an app. A browser sends cookies or Sec-Fetch-Site, and gets these headers from this server. */
function addAppHeaders(c: Context, headers: CallHeaders): void {
  for (const [name, pattern] of APP_HEADERS) {
    const value = c.req.header(name)
    if (value !== undefined && pattern.test(value)) headers[name] = value
  }
}

function deviceOf(c: Context): string {
  const device = requestCookies(c)[DEVICE_COOKIE] ?? ''
  return DEVICE.test(device) ? device : ''
}
