import { BlockList, isIPv4 } from 'node:net'

export type AddressOf = (socketAddress: string, forwardedFor: string | undefined) => string

/** The client's address: the socket's, or, behind proxies named in TRUST_PROXY, the right-most address that is not one. */
export function addressResolver(trusted: readonly string[]): AddressOf {
  const list = new BlockList()
  for (const entry of trusted) {
    const [network = '', bits] = entry.split('/')
    const family = isIPv4(network) ? 'ipv4' : 'ipv6'
    if (bits) list.addSubnet(network, Number(bits), family)
    else list.addAddress(network, family)
  }
  const isTrusted = (address: string) => {
    try {
      return list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')
    } catch {
      return false
    }
  }
  return (socketAddress, forwardedFor) => {
    const socket = plain(socketAddress)
    if (!forwardedFor || !isTrusted(socket)) return socket
    const chain = forwardedFor.split(',').map(part => plain(part.trim()))
    for (const address of chain.reverse()) if (!isTrusted(address)) return address
    return socket
  }
}

function plain(address: string): string {
  return address.startsWith('::ffff:') ? address.slice(7) : address
}

/** The key that limits count by: an IPv6 client owns its whole /64. */
export function limitKey(address: string): string {
  return address.includes(':') ? `${address.split(':').slice(0, 4).join(':')}::/64` : address
}
