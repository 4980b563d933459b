/** Checks settings that are valid on their own but wrong together. */
import type { Env } from '../../platform/env.ts'
import { isPublicAddress } from '../../platform/http/address.ts'
import { COMPANY_ADDRESSES, isThisMachine } from '../../platform/settings/production.ts'
import { type Check, fail, ok, warn } from './check.ts'

/** Network prefixes with fewer bits contain more than the proxies of one company. */
const WIDEST_BITS = { v4: 8, v6: 16 }

export function settingsChecks(env: Env): Check[] {
  return [
    { name: 'settings', run: async () => modeOutcome(env), advice: '' },
    { name: 'TRUST_PROXY', run: async () => proxyOutcome(env), advice: '' },
    { name: 'other companies', run: async () => companiesOutcome(env), advice: '' },
  ]
}

function modeOutcome({ MODE, SITE_URL }: Env) {
  if (MODE === 'production') return ok('valid, MODE=production')
  if (!SITE_URL) return ok('valid, MODE=demo')
  return warn(
    'valid, MODE=demo, with a SITE_URL',
    'Set MODE=production before other people use the site: the demo has a fake bank and shows SMS codes to every visitor.',
  )
}

/** Keys and codes must neither leave this machine in plain text, nor stay on it when visitors pay. */
function companiesOutcome(env: Env) {
  const set = COMPANY_ADDRESSES.flatMap(name => {
    const address = URL.parse(env[name] ?? '')
    return address ? [{ name, address }] : []
  })
  const own = set.filter(({ address }) => isThisMachine(address)).map(({ name }) => name)
  const plain = set
    .filter(({ address }) => address.protocol === 'http:' && !isThisMachine(address))
    .map(({ name }) => name)
  if (plain.length > 0)
    return warn(
      `${plain.join(', ')} without TLS`,
      'Use addresses with https: keys, codes and amounts are sent there in plain text.',
    )
  if (own.length > 0 && env.MODE === 'production')
    return warn(
      `${own.join(', ')} on this machine`,
      'That is a rehearsal of production: leave these settings out before visitors come, or no message is sent and no payment is made.',
    )
  return ok(set.length === 0 ? 'at their own addresses' : set.map(({ name }) => name).join(', '))
}

function proxyOutcome({ TRUST_PROXY, SITE_URL, HOST }: Env) {
  const wide = TRUST_PROXY.filter(isTooWide)
  if (wide.length > 0)
    return fail(
      `trusts ${wide.join(', ')}`,
      'Name only the addresses of your proxies. Any client in the range can claim any address, and limits of attempts are counted by address.',
    )
  if (SITE_URL?.startsWith('https:') && TRUST_PROXY.length === 0)
    return fail(
      'not set, and SITE_URL is https',
      'Set TRUST_PROXY to the addresses of the proxy that terminates TLS. Without it all visitors have its address and share the limits of attempts.',
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
