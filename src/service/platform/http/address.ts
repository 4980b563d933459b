/** IP addresses: parsing, a canonical form, and the network by which a client is rate-limited. */
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'

type Parsed = ipaddr.IPv4 | ipaddr.IPv6
type Range = [network: Parsed, bits: number]
export type AddressOf = (socketAddress: string, forwardedFor: string | undefined) => string

export const LOOPBACK = ['127.0.0.1', '::1']
const WITH_PORT = /^(?:\[([^\]]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d{1,5})?$/
/** No address with port, brackets and zone is longer. */
const ADDRESS_LENGTH = 100
/** An IPv6 client owns at least its /64. */
const CLIENT_BITS = 64
/** The block of all public IPv6 addresses. */
const GLOBAL_UNICAST: Range = [ipaddr.parse('2000::'), 3]

/** Addresses of recent texts: every request has the address of the same proxy, and visitors send several at once. */
const parsedTexts = new LRUCache<string, { address: Parsed | null }>({ max: 1_000 })

/** Parses `1.2.3.4:5678`, `[2001:db8::1]:443`, `fe80::1%eth0` and `::ffff:1.2.3.4`; null for anything else. */
function parse(text: string): Parsed | null {
  if (text.length > ADDRESS_LENGTH) return null
  const known = parsedTexts.get(text)
  if (known) return known.address
  const address = parseNew(text)
  parsedTexts.set(text, { address })
  return address
}

function parseNew(text: string): Parsed | null {
  const trimmed = text.trim()
  const [, inBrackets, v4] = WITH_PORT.exec(trimmed) ?? []
  const bare = (inBrackets ?? v4 ?? trimmed).replace(/%.*$/, '')
  return isIP(bare) === 0 ? null : ipaddr.process(bare)
}

/** Parses `10.0.0.0/8` or a single address; null for anything else. */
function parseRange(text: string): Range | null {
  const [network = '', bits, ...rest] = text.split('/')
  if (isIP(network) === 0 || rest.length > 0) return null
  const address = ipaddr.parse(network)
  const whole = address.kind() === 'ipv4' ? 32 : 128
  if (bits === undefined) return [address, whole]
  return /^\d{1,3}$/.test(bits) && Number(bits) <= whole ? [address, Number(bits)] : null
}

function isIn(address: Parsed, [network, bits]: Range): boolean {
  return network.kind() === address.kind() && address.match(network, bits)
}

/** Returns a function that is true for addresses in these ranges. */
export function addressMatcher(list: readonly string[]): (text: string) => boolean {
  const ranges = list.map(parseRange).filter(range => range !== null)
  return text => {
    const address = parse(text)
    return address !== null && ranges.some(range => isIn(address, range))
  }
}

export function isAddressRange(text: string): boolean {
  return parseRange(text) !== null
}

/** True for an address. Host names of URLs may be addresses, with IPv6 in brackets. */
export function isAddress(text: string): boolean {
  return parse(text) !== null
}

/** Returns the address without port, brackets and zone, and IPv4 in IPv6 as IPv4; empty if it is not an address. */
export function plainAddress(text: string | undefined): string {
  return parse(text ?? '')?.toString() ?? ''
}

/**
 * Returns the function that determines the client's address: that of the socket or, behind proxies of TRUST_PROXY, the right-most
 * forwarded address that is not one of them. An entry that is not an address ends the chain, since no trusted proxy wrote it.
 */
export function addressResolver(trusted: readonly string[]): AddressOf {
  const ranges = trusted.map(parseRange).filter(range => range !== null)
  const isTrusted = (address: Parsed) => ranges.some(range => isIn(address, range))
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

/** Returns the key for rate limits: an IPv4 address, or the network of an IPv6 address. Other text is returned unchanged. */
export function limitKey(text: string, bits = CLIENT_BITS): string {
  const address = parse(text)
  if (address?.kind() !== 'ipv6') return address?.toString() ?? text
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/${bits}`)}/${bits}`
}

export function isIPv6(text: string): boolean {
  return parse(text)?.kind() === 'ipv6'
}

/**
 * True if an address belongs to the public internet. Excluded are private, loopback, link-local, carrier-grade NAT, multicast,
 * reserved and documentation addresses, and IPv6 forms that embed an IPv4 address (NAT64, 6to4, Teredo). IPv4-mapped addresses
 * are checked as IPv4.
 */
export function isPublicAddress(text: string): boolean {
  const address = parse(text)
  if (address?.range() !== 'unicast') return false
  return address.kind() === 'ipv4' || isIn(address, GLOBAL_UNICAST)
}

/** True for link-local addresses, such as those of cloud metadata services. */
export function isLinkLocal(text: string): boolean {
  return parse(text)?.range() === 'linkLocal'
}

/** Returns the host at which this process reaches its own server that listens on `host`. */
export function loopbackHost(host: string): string {
  return host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
}
