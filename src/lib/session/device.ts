// What is told of this browser at sign-in (spec §3).
import type { Device } from '#src/contract/fields.ts'

const COOKIE = 'unique_id_v3'
const YEAR_SECONDS = 31_536_000

export type Agent = Pick<Device, 'brand' | 'model' | 'app_version'>
type Pattern = readonly [name: string, pattern: RegExp]

// The order matters: most browsers call themselves Chrome and Safari too.
const BROWSERS: readonly Pattern[] = [
  ['Samsung Internet', /SamsungBrowser\/([\d.]+)/],
  ['Edge', /Edg(?:A|iOS)?\/([\d.]+)/],
  ['Opera', /(?:OPR|OPT)\/([\d.]+)/],
  ['Yandex', /YaBrowser\/([\d.]+)/],
  ['UC Browser', /UCBrowser\/([\d.]+)/],
  ['Firefox', /(?:Firefox|FxiOS)\/([\d.]+)/],
  ['Chrome', /(?:Chrome|CriOS)\/([\d.]+)/],
  ['Safari', /Version\/([\d.]+).*Safari/],
]
const SYSTEMS: readonly Pattern[] = [
  ['Tizen', /Tizen ([\d.]+)/],
  ['webOS', /Web0?OS(?:[./ ]([\d.]+))?/i],
  ['Android', /Android ([\d.]+)/],
  ['iPadOS', /iPad.*?OS ([\d_]+)/],
  ['iOS', /iPhone OS ([\d_]+)/],
  ['Windows', /Windows NT ([\d.]+)/],
  ['macOS', /Mac OS X ([\d._]+)/],
  ['ChromeOS', /CrOS \S+ ([\d.]+)/],
  ['Linux', /Linux()/],
]

/** Browser name, name and version of the system, name and version of the browser. */
export function readAgent(userAgent: string): Agent {
  const [browser, version] = find(BROWSERS, userAgent)
  const [system, release] = find(SYSTEMS, userAgent)
  return {
    brand: browser,
    model: [system, release].filter(Boolean).join(' '),
    app_version: [browser, version].filter(Boolean).join(' '),
  }
}

function find(patterns: readonly Pattern[], userAgent: string): [name: string, version: string] {
  for (const [name, pattern] of patterns) {
    const found = pattern.exec(userAgent)
    if (found)
      return [name, (found[1] ?? '').replaceAll('_', '.').replace(/^(\d+(?:\.[1-9]\d*)?).*/, '$1')]
  }
  return ['', '']
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

/** Generated once and kept: the device limit goes by it. */
function uniqueIdentifier(): string {
  const known = new RegExp(`(?:^|; )${COOKIE}=([\\w-]{8,64})`).exec(document.cookie)?.[1]
  const id = known ?? randomId()
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser, and never without TLS
  document.cookie = `${COOKIE}=${id}; Path=/; Max-Age=${2 * YEAR_SECONDS}; SameSite=Lax${secure}`
  return id
}

function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('')
}
