import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { KNOWN_DEVICE } from '#src/contract/limits.ts'
import { isSecure } from './same-origin.ts'

export const TOKEN_DAYS = 180
export type Tokens = { access: string; profile: string }

/** Behind TLS the name carries __Host-: no sub-domain and no plain page can set it. */
function tokenCookie(secure: boolean): string {
  return secure ? '__Host-session' : 'session'
}

export function readTokens(c: Context): Tokens | null {
  const value = getCookie(c, tokenCookie(isSecure(c)))
  const [access, profile] = (value ?? '').split('~')
  return access && /^[\w-]{20,100}$/.test(access)
    ? { access, profile: profile && /^[\w.-]{20,400}$/.test(profile) ? profile : '' }
    : null
}

export function writeTokens(c: Context, tokens: Tokens | null): void {
  setCookie(c, tokenCookie(isSecure(c)), tokens ? `${tokens.access}~${tokens.profile}` : '', {
    httpOnly: true,
    secure: isSecure(c),
    sameSite: 'Lax',
    path: '/',
    maxAge: tokens ? TOKEN_DAYS * 86_400 : 0,
  })
}

function knownDevicesCookie(secure: boolean): string {
  return secure ? '__Host-devices' : 'devices'
}

/** What proves to the service which numbers have signed in here before; it outlives signing out. */
export function readKnownDevices(c: Context): string {
  const value = getCookie(c, knownDevicesCookie(isSecure(c))) ?? ''
  return /^[\w.~-]{1,600}$/.test(value) ? value : ''
}

export function writeKnownDevices(c: Context, value: string): void {
  setCookie(c, knownDevicesCookie(isSecure(c)), value, {
    httpOnly: true,
    secure: isSecure(c),
    sameSite: 'Lax',
    path: '/',
    maxAge: KNOWN_DEVICE.days * 86_400,
  })
}

/** A cookie that scripts read: the sealed session state. */
export function writeStateCookie(c: Context, name: string, value: string | null): void {
  setCookie(c, name, value ?? '', {
    secure: isSecure(c),
    sameSite: 'Lax',
    path: '/',
    maxAge: value ? TOKEN_DAYS * 86_400 : 0,
  })
}
