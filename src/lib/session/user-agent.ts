/** Browser and system by their names, from the User-Agent header: on the server, for the pages of sign-in. */
import { UAParser } from 'ua-parser-js'
import type { Device } from '#src/contract/fields.ts'

export type Agent = Pick<Device, 'brand' | 'model' | 'app_version'>

export function agentOf(request: Request): Agent {
  return readAgent(request.headers.get('user-agent') ?? '')
}

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
