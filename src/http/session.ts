/**
 * Turns replies of the service into session cookies: tokens move from the body of a reply into a cookie that scripts cannot read,
 * and the `state` cookie gets the user and the profile of the reply.
 */
import type { Context, MiddlewareHandler } from 'hono'
import type { Endpoint, SessionEffect } from '#src/contract/endpoint.ts'
import { listContinueWatching } from '#src/contract/endpoints/library.ts'
import { heartbeat } from '#src/contract/endpoints/player.ts'
import * as profileEndpoints from '#src/contract/endpoints/profiles.ts'
import * as sessionEndpoints from '#src/contract/endpoints/session.ts'
import type { Envelope } from '#src/contract/envelope.ts'
import type { ActiveProfile, Profile } from '#src/contract/profiles.ts'
import type { LoginResult, User } from '#src/contract/session.ts'
import { ownAuthorization } from './api-proxy.ts'
import { isBrowserCall } from './same-origin.ts'
import {
  readSessionState,
  readTokens,
  toStateUser,
  writeKnownDevices,
  writeSessionState,
  writeTokens,
} from './session-cookies.ts'
import { digestTokens, replaceStateTokens } from './stale-state.ts'

const endpoints: readonly Endpoint[] = [
  ...Object.values(sessionEndpoints),
  ...Object.values(profileEndpoints),
  listContinueWatching,
  heartbeat,
]
/** The calls that change the session, by method and path. */
const SESSION_CALLS = endpoints.flatMap(({ method, path, session }) =>
  session
    ? [{ method, pattern: new RegExp(`^/api${path.replace(/\{\w+\}/g, '[^/]+')}$`), session }]
    : [],
)

/** Updates the session cookies after calls below /api, and clears them if the service rejects the tokens. */
export const syncSessionCookies: MiddlewareHandler = async (c, next) => {
  await next()
  const { method, path } = c.req
  const effect = SESSION_CALLS.find(
    call => call.method === method && call.pattern.test(path),
  )?.session
  const { status } = c.res
  if (method === 'HEAD' || (!isRefused(status) && !effect)) return
  const body = await envelopeOf(c.res)
  if (!body) return
  applyReply(c, { status, envelope: body }, effect)
  const headers = new Headers(c.res.headers)
  headers.delete('content-length')
  // Hono would merge the headers of the previous reply into the new one.
  c.res = undefined
  c.res = new Response(JSON.stringify(body), { status, headers })
}

/** Writes the cookies for a reply, and removes tokens from it for a browser's scripts. */
export function applyReply(
  c: Context,
  { status, envelope }: { status: number; envelope: Envelope },
  effect: SessionEffect | undefined,
): void {
  if (isRefused(status)) applyError(c, status, envelope)
  else if (effect && status < 300) applySuccess(c, effect, envelope)
}

function isRefused(status: number): boolean {
  return status === 401 || status === 403
}

/** Returns the envelope of a reply; null for other bodies, such as a page of a proxy in front of the service. */
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
  // Spec §8: both clear the profile. The client repeats the failed calls after the viewer has chosen a profile.
  if (result === 'profile_unauthorized' || result === 'profile_not_have_permission') clearProfile(c)
  else if (status === 401 && ownAuthorization(c) === undefined) clearSessionCookies(c)
}

/** Writes the cookies, and removes tokens from `body` for a browser's scripts. */
function applySuccess(c: Context, effect: SessionEffect, body: Envelope): void {
  const tokens = readTokens(c)
  const before = readSessionState(c)
  if (effect === 'ends') {
    clearSessionCookies(c)
    // Pages of the account must not come back from the browser's cache.
    c.header('Clear-Site-Data', '"cache"')
  } else if (effect === 'opens') {
    const login = body.data
    if (!isLogin(login)) return
    const own = { access: login.access_token, profile: '' }
    writeTokens(c, own)
    writeSessionState(c, {
      ...before,
      user: toStateUser(login.user),
      profile: null,
      tokens: digestTokens(own),
    })
    if (!isBrowserCall(c)) return
    writeKnownDevices(c, login.known_devices)
    login.access_token = ''
    login.known_devices = ''
  } else if (effect === 'switches' && tokens) {
    const switched = body.data as { profile: ActiveProfile; profile_access_token: string }
    const own = { ...tokens, profile: switched.profile_access_token }
    writeTokens(c, own)
    // The state keeps the digest of the old tokens, so that the next page asks what this profile may see of the user.
    writeSessionState(c, { ...before, profile: switched.profile })
    if (isBrowserCall(c)) switched.profile_access_token = ''
  } else if (effect === 'updates_profile') {
    const { id, name, avatar, age_type, is_primary } = body.data as Profile
    if (id !== before.profile?.id) return
    const profile = { ...before.profile, name, avatar: avatar.image_path, age_type, is_primary }
    writeSessionState(c, { ...before, profile })
  } else if (effect === 'lists_unfinished') {
    noteUnfinished(c, (body.data as { total: number }).total > 0)
  } else if (effect === 'starts_title') {
    noteUnfinished(c, true)
  } else if (effect === 'updates_user' && tokens) {
    const user = toStateUser(body.data as User)
    // An unchanged user is not written, because a slow reply would undo a switch of the profile.
    if (JSON.stringify(user) !== JSON.stringify(before.user))
      writeSessionState(c, { ...before, user })
  }
}

/** Records whether the profile has a title to continue. An unchanged state is not written, as above. */
function noteUnfinished(c: Context, has_unfinished: boolean): void {
  const before = readSessionState(c)
  if (before.profile && before.profile.has_unfinished !== has_unfinished)
    writeSessionState(c, { ...before, profile: { ...before.profile, has_unfinished } })
}

function isLogin(data: unknown): data is LoginResult {
  return typeof data === 'object' && data !== null && 'access_token' in data
    ? typeof data.access_token === 'string'
    : false
}

/** Takes the profile out of the cookies of a session. */
export function clearProfile(c: Context): void {
  const tokens = readTokens(c)
  if (!tokens) return
  const without = { ...tokens, profile: '' }
  writeTokens(c, without)
  writeSessionState(c, {
    ...replaceStateTokens(readSessionState(c), tokens, without),
    profile: null,
  })
}

export function clearSessionCookies(c: Context): void {
  writeTokens(c, null)
  writeSessionState(c, null)
}
