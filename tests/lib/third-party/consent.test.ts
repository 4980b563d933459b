import { describe, expect, it } from 'vitest'
import { consentCookie, readConsent } from '#src/lib/third-party/consent.ts'

describe('the consent to third parties', () => {
  it.each(['accepted', 'declined'] as const)('%s is read from its cookie', answer => {
    const [pair = ''] = consentCookie(answer, { isSecure: true }).split(';')
    expect(readConsent(pair)).toBe(answer)
    expect(readConsent(`state=a.b; ${pair}; tv-mode=on`)).toBe(answer)
  })

  it.each([
    '',
    'state=a.b',
    'third_parties=',
    'third_parties=yes',
    'third_parties=accepted2',
    'my_third_parties=accepted',
  ])('is absent in %j', cookies => {
    expect(readConsent(cookies)).toBeNull()
  })

  it('is stored for 180 days, for this site only, and over TLS if the site uses it', () => {
    const plain = 'third_parties=declined; Path=/; Max-Age=15552000; SameSite=Lax'
    expect(consentCookie('declined', { isSecure: false })).toBe(plain)
    expect(consentCookie('declined', { isSecure: true })).toBe(`${plain}; Secure`)
  })
})
