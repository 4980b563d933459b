/** Reads the names of browser and system from the User-Agent header, on the server, for the sign-in pages. */
import { UAParser } from 'ua-parser-js'
import type { Device } from '#src/contract/fields.ts'

export type Agent = Pick<Device, 'brand' | 'model' | 'app_version'>

export function requestAgent(request: Request): Agent {
  return parseUserAgent(request.headers.get('user-agent') ?? '')
}

/** Returns the browser, the operating system with its version, and the browser with its version. */
export function parseUserAgent(userAgent: string): Agent {
  const { browser, os, device } = new UAParser(userAgent).getResult()
  const name = browser.name?.replace(/^Mobile /, '') ?? ''
  const system = device.type === 'tablet' && os.name === 'iOS' ? 'iPadOS' : os.name
  return {
    brand: name,
    model: join(system, os.version),
    app_version: name && join(name, browser.version),
  }
}

/** Joins a name and the first two numbers of its version, without a trailing zero: 146.0.0.0 becomes 146. */
function join(name = '', version = ''): string {
  return `${name} ${version.replace(/^(\d+(?:\.[1-9]\d*)?).*/, '$1')}`.trim()
}
