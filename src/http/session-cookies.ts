/**
 * The cookies of a session. `session` contains the tokens and is hidden from scripts. `state` says who is signed in, is signed, and
 * is read by scripts too (src/lib/session/state.ts). `devices` proves to the service which numbers have signed in on this device.
 */
import { timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import { setCookie } from 'hono/cookie'
import { parse } from 'hono/utils/cookie'
import { LRUCache } from 'lru-cache'
import { KNOWN_DEVICE } from '#src/contract/limits.ts'
import type { User } from '#src/contract/session.ts'
import { CHILD_BANDS, type ChildBand } from '#src/contract/values.ts'
import {
  ANONYMOUS,
  encodeState,
  type SessionState,
  STATE_COOKIE,
  STATE_MAX_BYTES,
} from '#src/lib/session/state.ts'
import { isTvAgent, TV_MODE_KEY } from '#src/lib/tv/tv.ts'
import { runtime } from '../runtime.ts'
import { type KeySet, keyedHash } from '../service/platform/keys.ts'
import { isSecureRequest } from './visitor.ts'

const TOKEN_DAYS = 180
const DAY_SECONDS = 86_400
const ACCESS_TOKEN = /^[\w-]{20,100}$/
const PROFILE_TOKEN = /^[\w.-]{20,400}$/
const KNOWN_DEVICES = /^[\w.~-]{1,600}$/

export type Tokens = { access: string; profile: string }

type Cookies = Readonly<Record<string, string>>
/** The cookies of a request. Several steps read them, so they are parsed once, and so is the state in them. */
type RequestCookies = {
  all: Cookies
  shown?: SessionState
  opened?: { keys: KeySet; state: SessionState | null }
}

/** Requests that are answered at the same time; a step finds what an earlier step of the same request has read. */
const MOST_REQUESTS = 100
const requests = new LRUCache<string, RequestCookies>({ max: MOST_REQUESTS })

function cookiesOf(header: string): RequestCookies {
  const known = requests.get(header)
  if (known) return known
  const read = { all: parse(header) }
  requests.set(header, read)
  return read
}

/** Returns the cookies in a Cookie header by name. They must not be changed. */
export function parseCookies(header: string | undefined): Cookies {
  return cookiesOf(header ?? '').all
}

/** Returns the state in a Cookie header without verifying its signature: only for decisions that gain a forger nothing. */
export function readShownState(header: string | undefined): SessionState {
  const request = cookiesOf(header ?? '')
  request.shown ??= decodeState(request.all[STATE_COOKIE])
  return request.shown
}

/** Returns the state in a Cookie header; null without one, and for one that this site did not sign with one of `keys`. */
export function readSignedState(header: string | undefined, keys: KeySet): SessionState | null {
  const request = cookiesOf(header ?? '')
  if (request.opened?.keys !== keys)
    request.opened = { keys, state: openState(request.all[STATE_COOKIE], keys) }
  return request.opened.state
}

function decodeState(value: string | undefined): SessionState {
  const payload = value?.split('.', 1)[0]
  if (!payload) return ANONYMOUS
  try {
    return { ...ANONYMOUS, ...parseState(payload) }
  } catch {
    return ANONYMOUS
  }
}

function parseState(payload: string): SessionState {
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as SessionState
}

/** Returns the cookies of a request by name. */
export function requestCookies(c: Context): Cookies {
  return parseCookies(c.req.header('cookie'))
}

export function readTokens(c: Context): Tokens | null {
  return parseTokens(requestCookies(c), isSecureRequest(c))
}

/** Returns the tokens in a request's cookies, given by name; null without a valid access token. */
export function parseTokens(cookies: Cookies, isHttps: boolean): Tokens | null {
  const [access, profile] = (cookies[hostName(isHttps, 'session')] ?? '').split('~')
  if (!access || !ACCESS_TOKEN.test(access)) return null
  return { access, profile: profile && PROFILE_TOKEN.test(profile) ? profile : '' }
}

export function writeTokens(c: Context, tokens: Tokens | null): void {
  const value = tokens ? `${tokens.access}~${tokens.profile}` : ''
  write(
    c,
    { name: hostName(isSecureRequest(c), 'session'), value, days: tokens ? TOKEN_DAYS : 0 },
    { httpOnly: true },
  )
}

export function readKnownDevices(c: Context): string {
  const value = requestCookies(c)[hostName(isSecureRequest(c), 'devices')] ?? ''
  return KNOWN_DEVICES.test(value) ? value : ''
}

/** Sets the cookie `devices`, which remains after a sign-out. */
export function writeKnownDevices(c: Context, value: string): void {
  write(
    c,
    { name: hostName(isSecureRequest(c), 'devices'), value, days: KNOWN_DEVICE.days },
    { httpOnly: true },
  )
}

declare module 'hono' {
  interface ContextVariableMap {
    /** The state that the service reported, if the cookie is out of date. */
    currentState: SessionState
  }
}

/** Returns the visitor's session state; the anonymous one without a cookie, and for a cookie that this site did not sign. */
export function readSessionState(c: Context): SessionState {
  const current = c.get('currentState')
  if (current) return current
  return readSignedState(c.req.header('cookie'), runtime().stateKeys) ?? ANONYMOUS
}

export function writeSessionState(c: Context, state: SessionState | null): void {
  const isTv =
    isTvAgent(c.req.header('user-agent') ?? '') && requestCookies(c)[TV_MODE_KEY] !== 'off'
  const value = state
    ? sealState({ ...state, isTvAgent: isTv, isReady: true }, runtime().stateKeys)
    : ''
  write(c, { name: STATE_COOKIE, value, days: state ? TOKEN_DAYS : 0 })
}

/** Returns the name of a cookie. With TLS it has the prefix __Host-, so that no subdomain and no page without TLS can set it. */
function hostName(isHttps: boolean, name: string): string {
  return isHttps ? `__Host-${name}` : name
}

type Cookie = { name: string; value: string; days: number }
function write(c: Context, { name, value, days }: Cookie, flags: { httpOnly?: true } = {}): void {
  setCookie(c, name, value, { ...flags, ...cookieOptions(isSecureRequest(c), days) })
}

function cookieOptions(secure: boolean, days: number) {
  return { secure, sameSite: 'Lax', path: '/', maxAge: days * DAY_SECONDS } as const
}

export const stateCookieOptions = (isHttps: boolean) => cookieOptions(isHttps, TOKEN_DAYS)
export const clearedStateCookieOptions = (isHttps: boolean) => cookieOptions(isHttps, 0)

export function sealState(state: SessionState, [key]: KeySet): string {
  const payload = encodeState(state)
  const sealed = `${payload}.${sign(payload, key)}`
  if (sealed.length > STATE_MAX_BYTES) throw new RangeError('state cookie is too large')
  return sealed
}

/** Returns the state in a cookie; null without a cookie, and for a cookie that this site did not sign with one of `keys`. */
export function openState(cookie: string | undefined, keys: KeySet): SessionState | null {
  if (!cookie || cookie.length > STATE_MAX_BYTES) return null
  const [payload, signature, ...rest] = cookie.split('.')
  if (!payload || !signature || rest.length > 0) return null
  if (!keys.some(key => isSigned(payload, signature, key))) return null
  try {
    return parseState(payload)
  } catch {
    return null
  }
}

/** True if a cookie was signed with SECRET, and not with one of SECRET_PREVIOUS. */
export function isNewlySealed(cookie: string | undefined, [key]: KeySet): boolean {
  return openState(cookie, [key]) !== null
}

/** Returns the fields of a user that pages show before any call. The cookie contains no other fields. */
export function toStateUser(user: User): SessionState['user'] {
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
    next_debit_at: user.next_debit_at,
  }
}

/**
 * Returns the band of the child who is watching; null for all others. Only a signed cookie counts; without one, or with a forged
 * one, an anonymous visitor is watching (decision 4).
 * @param cookies the Cookie header
 */
export function readChildBand(cookies: string | undefined, keys: KeySet): ChildBand | null {
  if (!cookies?.includes(STATE_COOKIE)) return null
  // Verifying the signature is slow, so it is skipped if the cookie itself says that an adult is watching.
  return bandIn(readShownState(cookies)) && bandIn(readSignedState(cookies, keys))
}

/** Returns a Cookie header for an unnamed child of this band, to render the pages of the band. */
export function createBandCookie(band: ChildBand, keys: KeySet): string {
  const profile = { id: '', name: '', avatar: '', age_type: band, is_primary: false }
  return `${STATE_COOKIE}=${sealState({ ...ANONYMOUS, profile }, keys)}`
}

/** Returns the band like `readChildBand`, but from the service's state if pages.ts found the cookie out of date. */
export function requestChildBand(c: Context): ChildBand | null {
  return c.get('currentState')
    ? bandIn(readSessionState(c))
    : readChildBand(c.req.header('cookie'), runtime().stateKeys)
}

function bandIn(state: SessionState | null): ChildBand | null {
  const age = state?.profile?.age_type
  if (age === undefined || age === 'adult') return null
  // A later release may have added a band: it gets the pages for the youngest, which are suitable for all.
  return CHILD_BANDS.find(band => band === age) ?? CHILD_BANDS[0]
}

function isSigned(payload: string, signature: string, key: Uint8Array): boolean {
  const [expected, actual] = [Buffer.from(sign(payload, key)), Buffer.from(signature)]
  return expected.length === actual.length && timingSafeEqual(expected, actual)
}

function sign(payload: string, key: Uint8Array): string {
  return keyedHash(key, payload).slice(0, 32)
}
