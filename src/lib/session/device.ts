// The device information that sign-in sends (spec §3).

import type { Device } from '#src/contract/fields.ts'
import { readCookies } from '../storage/read-cookies.ts'
import { writeCookie } from '../storage/write-cookie.ts'
import { DEVICE_COOKIE, DEVICE_COOKIE_SECONDS } from './device-cookie.ts'
import type { Agent } from './user-agent.ts'

/** Returns the device information. `agent` is parsed by the server, so that no browser loads the parser. */
export function deviceInfo(agent: Agent): Device {
  return {
    unique_identifier: uniqueIdentifier(),
    platform: 'web',
    ...agent,
    screen_width: screen.width,
    screen_height: screen.height,
    notification_token: '',
    store: 'none',
  }
}

/**
 * The HTTP layer generates the identifier at the first call of the first visit. It is generated here if cookies have
 * been deleted since. The device limit counts these identifiers.
 */
function uniqueIdentifier(): string {
  const known = new RegExp(`(?:^|; )${DEVICE_COOKIE}=([\\w-]{8,64})`).exec(readCookies())?.[1]
  const id = known ?? randomId()
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  writeCookie(
    `${DEVICE_COOKIE}=${id}; Path=/; Max-Age=${DEVICE_COOKIE_SECONDS}; SameSite=Lax${secure}`,
  )
  return id
}

function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('')
}
