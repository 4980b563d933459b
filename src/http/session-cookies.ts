/**
 * The cookies of a session. `session`: the tokens, for the server alone. `state`: who is signed in, sealed with a signature, for
 * scripts too (src/lib/session/state.ts). `devices`: proves to the service which numbers have signed in on this device.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { parse } from 'hono/utils/cookie'
import { KNOWN_DEVICE } from '#src/contract/limits.ts'
import type { User } from '#src/contract/session.ts'
import { CHILD_BANDS, type ChildBand } from '#src/contract/values.ts'
import {
  ANONYMOUS,
  encodeState,
  readStateValue,
  type SessionState,
  STATE_COOKIE,
  STATE_MAX_BYTES,
} from '#src/lib/session/state.ts'
import { isTvAgent, TV_MODE_KEY } from '#src/lib/tv/tv.ts'
import { runtime } from '../runtime.ts'
import type { KeySet } from '../service/keys.ts'
import { isSecure } from './visitor.ts'

const TOKEN_DAYS = 180
const DAY_SECONDS = 86_400
const ACCESS_TOKEN = /^[\w-]{20,100}$/
const PROFILE_TOKEN = /^[\w.-]{20,400}$/
const KNOWN_DEVICES = /^[\w.~-]{1,600}$/

export type Tokens = { access: string; profile: string }

export function readTokens(c: Context): Tokens | null {
  return tokensIn(getCookie(c), isSecure(c))
}

/** `cookies` by name, as the request carries them. */
export function tokensIn(cookies: Record<string, string>, isHttps: boolean): Tokens | null {
  const [access, profile] = (cookies[hostName(isHttps, 'session')] ?? '').split('~')
  if (!access || !ACCESS_TOKEN.test(access)) return null
  return { access, profile: profile && PROFILE_TOKEN.test(profile) ? profile : '' }
}

export function writeTokens(c: Context, tokens: Tokens | null): void {
  const value = tokens ? `${tokens.access}~${tokens.profile}` : ''
  write(
    c,
    { name: hostName(isSecure(c), 'session'), value, days: tokens ? TOKEN_DAYS : 0 },
    { httpOnly: true },
  )
}

export function readKnownDevices(c: Context): string {
  const value = getCookie(c, hostName(isSecure(c), 'devices')) ?? ''
  return KNOWN_DEVICES.test(value) ? value : ''
}

/** This cookie outlives signing out. */
export function writeKnownDevices(c: Context, value: string): void {
  write(
    c,
    { name: hostName(isSecure(c), 'devices'), value, days: KNOWN_DEVICE.days },
    { httpOnly: true },
  )
}

declare module 'hono' {
  interface ContextVariableMap {
    /** What the service says instead of a cookie that is out of date. */
    currentState: SessionState
  }
}

/** Anonymous without a cookie, and for one that this site did not seal. */
export function readState(c: Context): SessionState {
  const current = c.get('currentState')
  if (current) return current
  return openState(getCookie(c, STATE_COOKIE), runtime().stateKeys) ?? ANONYMOUS
}

export function writeState(c: Context, state: SessionState | null): void {
  const isTv = isTvAgent(c.req.header('user-agent') ?? '') && getCookie(c, TV_MODE_KEY) !== 'off'
  const value = state
    ? sealState({ ...state, isTvAgent: isTv, isReady: true }, runtime().stateKeys)
    : ''
  write(c, { name: STATE_COOKIE, value, days: state ? TOKEN_DAYS : 0 })
}

/** Behind TLS with __Host-: then no sub-domain and no page without TLS can set it. */
function hostName(isHttps: boolean, name: string): string {
  return isHttps ? `__Host-${name}` : name
}

type Cookie = { name: string; value: string; days: number }
function write(c: Context, { name, value, days }: Cookie, flags: { httpOnly?: true } = {}): void {
  setCookie(c, name, value, { ...flags, ...cookieOptions(isSecure(c), days) })
}

function cookieOptions(secure: boolean, days: number) {
  return { secure, sameSite: 'Lax', path: '/', maxAge: days * DAY_SECONDS } as const
}

export const stateCookieOptions = (isHttps: boolean) => cookieOptions(isHttps, TOKEN_DAYS)
export const clearedStateOptions = (isHttps: boolean) => cookieOptions(isHttps, 0)

export function sealState(state: SessionState, [key]: KeySet): string {
  const payload = encodeState(state)
  const sealed = `${payload}.${sign(payload, key)}`
  if (sealed.length > STATE_MAX_BYTES) throw new RangeError('state cookie is too large')
  return sealed
}

/** Null without a cookie, and for one that this site did not seal. */
export function openState(cookie: string | undefined, keys: KeySet): SessionState | null {
  if (!cookie || cookie.length > STATE_MAX_BYTES) return null
  const [payload, signature, ...rest] = cookie.split('.')
  if (!payload || !signature || rest.length > 0) return null
  if (!keys.some(key => isSigned(payload, signature, key))) return null
  try {
    return JSON.parse(Buffer.from(payload, 'base64url').toString()) as SessionState
  } catch {
    return null
  }
}

/** Sealed with SECRET itself and not with one of SECRET_PREVIOUS. */
export function isNewlySealed(cookie: string | undefined, [key]: KeySet): boolean {
  return openState(cookie, [key]) !== null
}

/** The fields of a user that pages show before any call; the cookie never holds more. */
export function stateUser(user: User): SessionState['user'] {
  return {
    id: user.id,
    msisdn: user.msisdn,
    name: user.name.slice(0, 60),
    family: user.family.slice(0, 60),
    avatar: user.avatar,
    is_sso_login: user.is_sso_login,
    sso_back_url: user.sso_back_url,
    conditional_flag: user.conditional_flag,
    subscription_remaining_in_day: user.subscription_remaining_in_day,
    subscription_ended_at: user.subscription_ended_at,
  }
}

/**
 * The band of the child who is watching; null for all others. Its pages show the titles of its age. Only the sealed cookie counts;
 * without one, or with a forged one, a visitor is watching (decision 4).
 * @param cookies the Cookie header
 */
export function childBand(cookies: string | undefined, keys: KeySet): ChildBand | null {
  if (!cookies?.includes(STATE_COOKIE)) return null
  const sealed = parse(cookies, STATE_COOKIE)[STATE_COOKIE]
  // Verifying the signature is slow: it is left out where the cookie itself says that an adult is watching.
  return bandIn(readStateValue(sealed)) && bandIn(openState(sealed, keys))
}

/** The cookie of a child of this band who is nobody in particular. */
export function bandCookie(band: ChildBand, keys: KeySet): string {
  const profile = { id: '', name: '', avatar: '', age_type: band, is_primary: false }
  return `${STATE_COOKIE}=${sealState({ ...ANONYMOUS, profile }, keys)}`
}

/** The same of a request that pages.ts has compared with its tokens. */
export function childBandOf(c: Context): ChildBand | null {
  return c.get('currentState')
    ? bandIn(readState(c))
    : childBand(c.req.header('cookie'), runtime().stateKeys)
}

function bandIn(state: SessionState | null): ChildBand | null {
  const age = state?.profile?.age_type
  if (age === undefined || age === 'adult') return null
  // One of a later release: what the youngest may see is for all.
  return CHILD_BANDS.find(band => band === age) ?? CHILD_BANDS[0]
}

function isSigned(payload: string, signature: string, key: Uint8Array): boolean {
  const [expected, given] = [Buffer.from(sign(payload, key)), Buffer.from(signature)]
  return expected.length === given.length && timingSafeEqual(expected, given)
}

function sign(payload: string, key: Uint8Array): string {
  return createHmac('sha256', key).update(payload).digest('base64url').slice(0, 32)
}
