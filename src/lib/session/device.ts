// The device information that sign-in sends (spec §3).
import type { Device } from '#src/contract/fields.ts'
import { DEVICE_COOKIE, DEVICE_COOKIE_SECONDS } from './device-cookie.ts'
import type { Agent } from './user-agent.ts'

/** `agent`: read by the server, so that no browser loads the parser. */
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

/** The HTTP layer generates it at the first call of the first visit; here where cookies were deleted since. The device limit counts by it. */
function uniqueIdentifier(): string {
  const known = new RegExp(`(?:^|; )${DEVICE_COOKIE}=([\\w-]{8,64})`).exec(document.cookie)?.[1]
  const id = known ?? randomId()
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the cookie store, and none without TLS
  document.cookie = `${DEVICE_COOKIE}=${id}; Path=/; Max-Age=${DEVICE_COOKIE_SECONDS}; SameSite=Lax${secure}`
  return id
}

function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('')
}
