/**
 * Turns replies of the service into session cookies: tokens move from the body of a reply into a cookie that scripts cannot
 * read, and the `state` cookie follows what the reply says of user and profile.
 */
import type { Context, MiddlewareHandler } from 'hono'
import type { Envelope } from '#src/contract/envelope.ts'
import type { ActiveProfile, Profile } from '#src/contract/profiles.ts'
import type { LoginResult, User } from '#src/contract/session.ts'
import { isBrowser } from './same-origin.ts'
import {
  readState,
  readTokens,
  stateUser,
  writeKnownDevices,
  writeState,
  writeTokens,
} from './session-cookies.ts'
import { digestOf, withTokens } from './stale-state.ts'

const LOGIN =
  /^\/(access-token\/users\/[^/]+(\/(otp|password))?|access-token\/remote-access\/[^/]+|third-party-authentication)$/
const SWITCH = '/users/profile/switch'
const PROFILE = /^\/users\/profile\/[^/]+$/
const SELF = '/users/_self'
const LOGOUT = '/access-token/users/_self'

type Call = { method: string; path: string }

/** For paths below /api. */
export const session: MiddlewareHandler = async (c, next) => {
  await next()
  const { method } = c.req
  const call = { method, path: c.req.path.slice('/api'.length) || '/' }
  const { status } = c.res
  if (method === 'HEAD' || (status !== 401 && status !== 403 && !affectsSession(call))) return
  const body = await envelopeOf(c.res)
  if (!body) return
  if (c.res.ok) applySuccess(c, call, body)
  else applyError(c, status, body)
  const headers = new Headers(c.res.headers)
  headers.delete('content-length')
  // Hono would merge the headers of the reply before into this one.
  c.res = undefined
  c.res = new Response(JSON.stringify(body), { status, headers })
}

function affectsSession({ method, path }: Call): boolean {
  return (
    path === SELF ||
    path === SWITCH ||
    (method === 'PUT' && PROFILE.test(path)) ||
    (method === 'DELETE' && path === LOGOUT) ||
    LOGIN.test(path)
  )
}

/** Null for what is no envelope of the service, such as the page of a proxy before it; the reply then stays unread. */
async function envelopeOf(reply: Response): Promise<Envelope | null> {
  try {
    const body = (await reply.clone().json()) as Partial<Envelope> | null
    return body?.meta ? (body as Envelope) : null
  } catch {
    return null
  }
}

function applyError(c: Context, status: number, { meta }: Envelope): void {
  const result = meta.operation_result
  // Spec §8: both clear the profile; calls that failed for want of one are repeated after a choice.
  if (result === 'profile_unauthorized' || result === 'profile_not_have_permission') {
    const tokens = readTokens(c)
    if (!tokens) return
    const without = { ...tokens, profile: '' }
    writeTokens(c, without)
    writeState(c, { ...withTokens(readState(c), tokens, without), profile: null })
  } else if (status === 401 && !c.req.header('authorization')) clearSession(c)
}

/** Changes `body`: a browser's scripts get no token. */
function applySuccess(c: Context, { method, path }: Call, body: Envelope): void {
  const tokens = readTokens(c)
  const before = readState(c)
  if (LOGIN.test(path) && isLogin(body.data)) {
    const login = body.data
    const own = { access: login.access_token, profile: '' }
    writeTokens(c, own)
    writeState(c, {
      ...before,
      user: stateUser(login.user),
      profile: null,
      tokens: digestOf(own),
    })
    if (!isBrowser(c)) return
    writeKnownDevices(c, login.known_devices)
    login.access_token = ''
    login.known_devices = ''
  } else if (path === SWITCH && tokens) {
    const switched = body.data as { profile: ActiveProfile; profile_access_token: string }
    const own = { ...tokens, profile: switched.profile_access_token }
    writeTokens(c, own)
    writeState(c, { ...withTokens(before, tokens, own), profile: switched.profile })
    if (isBrowser(c)) switched.profile_access_token = ''
  } else if (PROFILE.test(path) && method === 'PUT') {
    const { id, name, avatar, age_type, is_primary } = body.data as Profile
    if (id !== before.profile?.id) return
    const profile = { id, name, avatar: avatar.image_path, age_type, is_primary }
    writeState(c, { ...before, profile })
  } else if (path === SELF && method !== 'DELETE' && tokens) {
    const user = stateUser(body.data as User)
    // An unchanged user is not written: a slow reply would undo a switch of the profile.
    if (JSON.stringify(user) !== JSON.stringify(before.user)) writeState(c, { ...before, user })
  } else if (method === 'DELETE') clearSession(c)
}

function isLogin(data: unknown): data is LoginResult {
  return typeof data === 'object' && data !== null && 'access_token' in data
    ? typeof data.access_token === 'string'
    : false
}

function clearSession(c: Context): void {
  writeTokens(c, null)
  writeState(c, null)
}
