// The device information that sign-in sends (spec §3).
import { UAParser } from 'ua-parser-js'
import type { Device } from '#src/contract/fields.ts'
import { DEVICE_COOKIE, DEVICE_COOKIE_SECONDS } from './device-cookie.ts'

export type Agent = Pick<Device, 'brand' | 'model' | 'app_version'>

/** Browser, operating system with version, browser with version. */
export function readAgent(userAgent: string): Agent {
  const { browser, os, device } = new UAParser(userAgent).getResult()
  const name = browser.name?.replace(/^Mobile /, '') ?? ''
  const system = device.type === 'tablet' && os.name === 'iOS' ? 'iPadOS' : os.name
  return {
    brand: name,
    model: join(system, os.version),
    app_version: name && join(name, browser.version),
  }
}

/** A name with the first two numbers of its version, without a trailing zero: 146.0.0.0 becomes 146. */
function join(name = '', version = ''): string {
  return `${name} ${version.replace(/^(\d+(?:\.[1-9]\d*)?).*/, '$1')}`.trim()
}

export function deviceInfo(): Device {
  return {
    unique_identifier: uniqueIdentifier(),
    platform: 'web',
    ...readAgent(navigator.userAgent),
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
