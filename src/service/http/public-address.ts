import ipaddr from 'ipaddr.js'

/** Where IPv6 has public addresses at all. */
const GLOBAL_UNICAST = ipaddr.parse('2000::')
const GLOBAL_UNICAST_BITS = 3

/**
 * Whether an IP address is one of the public internet. Not: private, loopback, link-local, carrier-grade NAT, multicast, reserved,
 * documentation, and what carries an IPv4 address inside (NAT64, 6to4, Teredo), but for IPv4 in IPv6, which is judged as IPv4.
 */
export function isPublicAddress(text: string): boolean {
  const bare = text.replace(/^\[|\]$/g, '').replace(/%.*$/, '')
  if (!ipaddr.isValid(bare)) return false
  const address = ipaddr.process(bare)
  if (address.range() !== 'unicast') return false
  return address.kind() === 'ipv4' || address.match(GLOBAL_UNICAST, GLOBAL_UNICAST_BITS)
}
