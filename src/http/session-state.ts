/** The `state` cookie on the server: made, signed and read. Scripts read it too (src/lib/session/state.ts). */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { User } from '#src/contract/session.ts'
import {
  encodeState,
  type SessionState,
  STATE_COOKIE,
  STATE_MAX_BYTES,
} from '#src/lib/session/state.ts'

export function sealState(state: SessionState, key: Uint8Array): string {
  const payload = encodeState(state)
  const sealed = `${payload}.${sign(payload, key)}`
  if (sealed.length > STATE_MAX_BYTES) throw new RangeError('state cookie is too large')
  return sealed
}

export function openState(cookie: string | undefined, key: Uint8Array): SessionState | null {
  if (!cookie || cookie.length > STATE_MAX_BYTES) return null
  const [payload, signature, ...rest] = cookie.split('.')
  if (!payload || !signature || rest.length > 0) return null
  const expected = Buffer.from(sign(payload, key))
  const given = Buffer.from(signature)
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) return null
  try {
    return JSON.parse(Buffer.from(payload, 'base64url').toString()) as SessionState
  } catch {
    return null
  }
}

/** What of a user the pages show before any call: never more than this leaves in the cookie. */
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
  }
}

export { STATE_COOKIE }

function sign(payload: string, key: Uint8Array): string {
  return createHmac('sha256', key).update(payload).digest('base64url').slice(0, 32)
}
