/** Settings that are valid each by itself, and wrong together. */
import type { Env } from '../env.ts'
import { isPublicAddress } from '../http/address.ts'
import { type Check, fail, ok, warn } from './check.ts'

/** A range of so few bits holds more than one company's proxies. */
const WIDEST_BITS = { v4: 8, v6: 16 }

export function settingsChecks(env: Env): Check[] {
  return [
    { name: 'settings', run: async () => modeOutcome(env), advice: '' },
    { name: 'TRUST_PROXY', run: async () => proxyOutcome(env), advice: '' },
  ]
}

function modeOutcome({ MODE, SITE_URL }: Env) {
  if (MODE === 'production') return ok('valid, MODE=production')
  if (!SITE_URL) return ok('valid, MODE=demo')
  return warn(
    'valid, MODE=demo, with a SITE_URL',
    'Set MODE=production before anybody else uses it: the demo has a fake bank, and shows SMS codes to everybody.',
  )
}

function proxyOutcome({ TRUST_PROXY, SITE_URL, HOST }: Env) {
  const wide = TRUST_PROXY.filter(isTooWide)
  if (wide.length > 0)
    return fail(
      `trusts ${wide.join(', ')}`,
      'Name the addresses of your proxies alone: whoever is in the range may claim any address, and limits of attempts count by it.',
    )
  if (SITE_URL?.startsWith('https:') && TRUST_PROXY.length === 0)
    return fail(
      'not set, and SITE_URL is https',
      'Set TRUST_PROXY to the addresses of the proxy that ends TLS: without it all visitors share its address, and limits of attempts stop them together.',
    )
  if (TRUST_PROXY.length > 0) return ok(`${TRUST_PROXY.join(', ')}`)
  return ok(`no proxy, listening on ${HOST}`)
}

function isTooWide(range: string): boolean {
  const [network = '', bits] = range.split('/')
  if (bits === undefined) return false
  const widest = network.includes(':') ? WIDEST_BITS.v6 : WIDEST_BITS.v4
  return Number(bits) < widest || (isPublicAddress(network) && Number(bits) < 2 * widest)
}
