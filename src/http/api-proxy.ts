/** `/api/*` on the way to the service, with the headers of spec §7; tokens come and go as an HttpOnly cookie. */
import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { KNOWN_DEVICES_HEADER, PROOF_OF_WORK_HEADER } from '#src/contract/headers.ts'
import type { ActiveProfile, Profile } from '#src/contract/profiles.ts'
import type { LoginResult, User } from '#src/contract/session.ts'
import { ANONYMOUS, type SessionState, STATE_COOKIE } from '#src/lib/session/state.ts'
import { runtime } from '../runtime.ts'
import { siteOfCaller, siteOrigin } from './same-origin.ts'
import {
  readKnownDevices,
  readTokens,
  type Tokens,
  writeKnownDevices,
  writeStateCookie,
  writeTokens,
} from './session-cookies.ts'
import { openState, sealState, stateUser } from './session-state.ts'
import { version } from './version.ts'

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
const LOGIN =
  /^\/(access-token\/users\/[^/]+(\/(otp|password))?|access-token\/remote-access\/[^/]+|third-party-authentication)$/

/** src/lib/session/device.ts makes it; a cookie may hold anything, a header may not. */
const DEVICE = /^[\w-]{1,64}$/
const EDITED = /^\/users\/profile\/[^/]+$/

/** Those of spec §7 that say nothing of a visitor. */
export function anonymousHeaders(origin: string): Headers {
  return new Headers({ platform: 'Web', 'version-number': version, 'site-origin': origin })
}

/** The same, and what the service needs of the visitor's own. */
export function serviceHeaders(c: Context, tokens: Tokens | null): Headers {
  const headers = anonymousHeaders(siteOrigin(c))
  for (const name of PASSED) {
    const value = c.req.header(name)
    if (value !== undefined) headers.set(name, value)
  }
  const state = openState(getCookie(c, STATE_COOKIE), runtime().stateKey)
  const site = siteOfCaller(c)
  if (site) headers.set('sec-fetch-site', site)
  const device = getCookie(c, 'unique_id_v3') ?? ''
  headers.set('device-id', DEVICE.test(device) ? device : '')
  if (state?.user) headers.set('user-id', state.user.id)
  const bearer = c.req.header('authorization') ?? (tokens ? `Bearer ${tokens.access}` : undefined)
  if (bearer) headers.set('authorization', bearer)
  const profile = c.req.header('profile-token') ?? tokens?.profile
  if (profile) headers.set('profile-token', profile)
  return headers
}

/** The path goes on as it came, without `prefix`: the service decodes it, once. */
function serviceRequest(c: Context, prefix: string, tokens: Tokens | null): Request {
  const { pathname, search } = new URL(c.req.url)
  const path = pathname.slice(prefix.length) || '/'
  const headers = serviceHeaders(c, tokens)
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

export async function forwardApi(c: Context): Promise<Response> {
  if (!new URL(c.req.url).pathname.startsWith('/api')) return c.notFound()
  const path = c.req.path.slice('/api'.length) || '/'
  const tokens = readTokens(c)
  const reply = await runtime().callService(serviceRequest(c, '/api', tokens), {
    address: c.req.header('pardeh-address') ?? '',
    requestId: c.get('requestId') ?? '',
  })
  const isWatched =
    affectsSession(c.req.method, path) || reply.status === 401 || reply.status === 403
  const body = isWatched && c.req.method !== 'HEAD' ? await envelopeOf(reply) : null
  return body ? updateSession(c, path, { reply, body }, tokens) : new Response(reply.body, reply)
}

/** Null for what is no envelope of the service, such as the page of a proxy before it; the reply then stays unread. */
async function envelopeOf(reply: Response): Promise<Reply | null> {
  try {
    const body = (await reply.clone().json()) as Partial<Reply> | null
    return body?.meta ? (body as Reply) : null
  } catch {
    return null
  }
}

function affectsSession(method: string, path: string): boolean {
  return (
    path === '/users/_self' ||
    path === '/users/profile/switch' ||
    (method === 'PUT' && EDITED.test(path)) ||
    (method === 'DELETE' && path === '/access-token/users/_self') ||
    LOGIN.test(path)
  )
}

type Reply = { data: unknown; meta: { operation_result?: string } }

/** Moves tokens from a reply's body into the cookie, and keeps the `state` cookie true. */
async function updateSession(
  c: Context,
  path: string,
  { reply, body }: { reply: Response; body: Reply },
  tokens: Tokens | null,
): Promise<Response> {
  const before = openState(getCookie(c, STATE_COOKIE), runtime().stateKey) ?? ANONYMOUS
  const result = body.meta.operation_result
  // Spec §8: both clear the profile; what failed for want of one is asked again after a choice.
  if (result === 'profile_unauthorized' || result === 'profile_not_have_permission') {
    if (tokens) {
      writeTokens(c, { ...tokens, profile: '' })
      writeState(c, { ...before, profile: null })
    }
  } else if (reply.status === 401) {
    if (!c.req.header('authorization')) clearSession(c)
  } else if (reply.ok && LOGIN.test(path) && isLogin(body.data)) {
    writeTokens(c, { access: body.data.access_token, profile: '' })
    writeState(c, { ...before, user: stateUser(body.data.user), profile: null })
    if (isBrowser(c)) {
      body.data.access_token = ''
      writeKnownDevices(c, body.data.known_devices)
      body.data.known_devices = ''
    }
  } else if (reply.ok && path === '/users/profile/switch' && tokens) {
    const switched = body.data as { profile: ActiveProfile; profile_access_token: string }
    writeTokens(c, { ...tokens, profile: switched.profile_access_token })
    writeState(c, { ...before, profile: switched.profile })
    if (isBrowser(c)) switched.profile_access_token = ''
  } else if (reply.ok && EDITED.test(path) && c.req.method === 'PUT') {
    const { id, name, avatar, age_type, is_primary } = body.data as Profile
    if (id === before.profile?.id) {
      const profile = { id, name, avatar: avatar.image_path, age_type, is_primary }
      writeState(c, { ...before, profile })
    }
  } else if (reply.ok && path === '/users/_self' && c.req.method !== 'DELETE' && tokens) {
    const user = stateUser(body.data as User)
    // The same again is not written: a reply that was long under way would undo a switch of the profile.
    if (JSON.stringify(user) !== JSON.stringify(before.user)) writeState(c, { ...before, user })
  } else if (reply.ok && c.req.method === 'DELETE') clearSession(c)
  for (const [name, value] of reply.headers) if (name !== 'content-length') c.header(name, value)
  // Through the context: a bare Response would leave behind the cookies that were just set on it.
  return c.body(JSON.stringify(body), reply.status as ContentfulStatusCode)
}

/** Its scripts never see a token; a native client, which says nothing of a site, keeps it itself. */
function isBrowser(c: Context): boolean {
  return siteOfCaller(c) !== undefined
}

function isLogin(data: unknown): data is LoginResult {
  return (
    typeof data === 'object' &&
    data !== null &&
    typeof (data as LoginResult).access_token === 'string'
  )
}

function writeState(c: Context, state: SessionState): void {
  writeStateCookie(c, STATE_COOKIE, sealState({ ...state, isReady: true }, runtime().stateKey))
}

function clearSession(c: Context): void {
  writeTokens(c, null)
  writeStateCookie(c, STATE_COOKIE, null)
}

/** Paths of the service that are no API: bank callbacks, media, and in demo the fake bank and the outbox. */
export async function forwardRaw(c: Context): Promise<Response> {
  const reply = await runtime().callService(serviceRequest(c, '', readTokens(c)), {
    address: c.req.header('pardeh-address') ?? '',
    requestId: c.get('requestId') ?? '',
  })
  return new Response(reply.body, reply)
}
