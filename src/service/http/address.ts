// Addresses of clients: read in one place, written in one form, and counted by the network that a client owns.
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

type Parsed = ipaddr.IPv4 | ipaddr.IPv6
export type AddressOf = (socketAddress: string, forwardedFor: string | undefined) => string

const WITH_PORT = /^(?:\[([^\]]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d{1,5})?$/
/** An IPv6 client owns at least its /64. */
const CLIENT_BITS = 64

/** `1.2.3.4:5678`, `[2001:db8::1]:443`, `fe80::1%eth0` and `::ffff:1.2.3.4` as addresses; null for anything else. */
function parse(text: string): Parsed | null {
  const trimmed = text.trim()
  const [, inBrackets, v4] = WITH_PORT.exec(trimmed) ?? []
  const bare = (inBrackets ?? v4 ?? trimmed).replace(/%.*$/, '')
  return isIP(bare) === 0 ? null : ipaddr.process(bare)
}

/** One spelling an address: no port, brackets or zone, IPv4 inside IPv6 as IPv4. Empty when it is no address. */
export function plainAddress(text: string | undefined): string {
  return parse(text ?? '')?.toString() ?? ''
}

/**
 * The client's address: the socket's, or, behind proxies named in TRUST_PROXY, the right-most address that is not one.
 * An entry that is no address ends the chain: whoever stands left of it is not vouched for by a proxy of ours.
 */
export function addressResolver(trusted: readonly string[]): AddressOf {
  const ranges = trusted.map(rangeOf)
  const isTrusted = (address: Parsed) =>
    ranges.some(
      ([network, bits]) => network.kind() === address.kind() && address.match(network, bits),
    )
  return (socketAddress, forwardedFor) => {
    const socket = parse(socketAddress)
    if (!socket) return ''
    let nearest = socket
    const chain = (forwardedFor ?? '').split(',').filter(part => part.trim() !== '')
    while (isTrusted(nearest) && chain.length > 0) {
      const next = parse(chain.pop() ?? '')
      if (!next) break
      nearest = next
    }
    return (isTrusted(nearest) ? socket : nearest).toString()
  }
}

function rangeOf(entry: string): [Parsed, number] {
  const [network = '', bits] = entry.split('/')
  const address = ipaddr.parse(network)
  const whole = address.kind() === 'ipv4' ? 32 : 128
  return [address, bits === undefined ? whole : Number(bits)]
}

/** What limits count an address by: IPv4 as it is, IPv6 by its network. Text that is no address stays as it is. */
export function limitKey(text: string, bits = CLIENT_BITS): string {
  const address = parse(text)
  if (address?.kind() !== 'ipv6') return address?.toString() ?? text
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/${bits}`)}/${bits}`
}

export function isIPv6(text: string): boolean {
  return parse(text)?.kind() === 'ipv6'
}
