import { describe, expect, it } from 'vitest'
import { addressResolver, limitKey, plainAddress } from '#src/service/platform/http/address.ts'

describe("the client's address", () => {
  it('is the socket if no proxy is trusted, whatever the headers say', () => {
    expect(addressResolver([])('203.0.113.9', '1.2.3.4')).toBe('203.0.113.9')
  })

  it('is the right-most address that is not one of our proxies', () => {
    const addressOf = addressResolver(['10.0.0.0/8', '127.0.0.1', '2001:db8:ffff::/48'])
    expect(addressOf('127.0.0.1', '6.6.6.6, 203.0.113.9, 10.1.2.3')).toBe('203.0.113.9')
    expect(addressOf('::ffff:127.0.0.1', '203.0.113.9')).toBe('203.0.113.9')
    expect(addressOf('127.0.0.1', '2001:DB8::0:1, 2001:db8:ffff::2')).toBe('2001:db8::1')
  })

  it('cannot be forged by an untrusted peer', () => {
    expect(addressResolver(['10.0.0.0/8'])('203.0.113.9', '10.0.0.1')).toBe('203.0.113.9')
  })

  it('falls back to the socket if the whole chain is ours or invalid', () => {
    const addressOf = addressResolver(['10.0.0.0/8'])
    expect(addressOf('10.0.0.1', '10.0.0.2')).toBe('10.0.0.1')
    expect(addressOf('10.0.0.1', 'unknown')).toBe('10.0.0.1')
    expect(addressOf('10.0.0.1', ' , ,')).toBe('10.0.0.1')
  })

  it('is never left of an entry that none of our proxies would write', () => {
    expect(addressResolver(['10.0.0.0/8'])('10.0.0.1', '6.6.6.6, unknown')).toBe('10.0.0.1')
  })

  it.each([
    ['203.0.113.9:5678', '203.0.113.9'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['2001:DB8:0:0:0::1', '2001:db8::1'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['[::ffff:203.0.113.9]:80', '203.0.113.9'],
    ['fe80::1%eth0', 'fe80::1'],
    [' 203.0.113.9 ', '203.0.113.9'],
  ])('is the same address however a proxy writes it: %s', (written, address) => {
    expect(addressResolver(['127.0.0.1'])('127.0.0.1', written)).toBe(address)
    expect(plainAddress(written)).toBe(address)
    expect(limitKey(written)).toBe(limitKey(address))
  })

  it.each(['', 'unknown', '_hidden', '1', '09121234567', '999.1.1.1', '1.2.3', '1.2.3.4:'])(
    'is absent in %j',
    text => {
      expect(plainAddress(text)).toBe('')
    },
  )
})

describe('the rate-limit key of an address', () => {
  it('is an IPv4 address, and the /64 or /56 of an IPv6 one', () => {
    expect(limitKey('203.0.113.9')).toBe('203.0.113.9')
    expect(limitKey('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64')
    expect(limitKey('2001:db8:1:2::')).toBe(limitKey('2001:db8:1:2:ffff::1'))
    expect(limitKey('2001:db8::1')).not.toBe(limitKey('2001:db8:0:1::1'))
    expect(limitKey('2001:db8:0:1ff::1', 56)).toBe(limitKey('2001:db8:0:100::1', 56))
  })

  it('is unchanged if the text is not an address', () => {
    for (const key of ['09121234567', 'k3J9xQ', 'a:b:c', '12345']) expect(limitKey(key)).toBe(key)
  })
})
