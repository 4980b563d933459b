import { describe, expect, it } from 'vitest'
import { addressResolver, limitKey } from '#src/service/http/address.ts'

describe("the client's address", () => {
  it('is the socket when nobody is trusted, whatever the headers say', () => {
    expect(addressResolver([])('203.0.113.9', '1.2.3.4')).toBe('203.0.113.9')
  })

  it('is the right-most address that is no proxy of ours', () => {
    const addressOf = addressResolver(['10.0.0.0/8', '127.0.0.1'])
    expect(addressOf('127.0.0.1', '6.6.6.6, 203.0.113.9, 10.1.2.3')).toBe('203.0.113.9')
    expect(addressOf('::ffff:127.0.0.1', '203.0.113.9')).toBe('203.0.113.9')
  })

  it('cannot be forged by an untrusted peer', () => {
    expect(addressResolver(['10.0.0.0/8'])('203.0.113.9', '10.0.0.1')).toBe('203.0.113.9')
  })

  it('falls back to the socket when the whole chain is ours or nonsense', () => {
    const addressOf = addressResolver(['10.0.0.0/8'])
    expect(addressOf('10.0.0.1', '10.0.0.2')).toBe('10.0.0.1')
  })

  it('counts an IPv6 client by its /64', () => {
    expect(limitKey('2001:db8:1:2:3:4:5:6')).toBe(limitKey('2001:db8:1:2:ffff::1'))
    expect(limitKey('203.0.113.9')).toBe('203.0.113.9')
  })
})
