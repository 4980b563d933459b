import { expect, test } from 'vitest'
import { configuredTrustSeals } from '#src/lib/layout/trust-seals.ts'

test('a seal that is not configured, or has no code, is left out', () => {
  expect(configuredTrustSeals({})).toEqual([])
  expect(configuredTrustSeals({ ENAMAD_ID: '1', SAMANDEHI_CODE: 'x' })).toEqual([])
})

test('a seal links to its page at the authority, and loads its picture from there', () => {
  expect(configuredTrustSeals({ ENAMAD_ID: '12', ENAMAD_CODE: 'a&b' })).toEqual([
    {
      name: 'enamad',
      href: 'https://trustseal.enamad.ir/?id=12&Code=a%26b',
      src: 'https://trustseal.enamad.ir/logo.aspx?id=12&Code=a%26b',
    },
  ])
  expect(configuredTrustSeals({ SAMANDEHI_ID: '3', SAMANDEHI_CODE: 'c' })).toEqual([
    {
      name: 'samandehi',
      href: 'https://logo.samandehi.ir/Verify.aspx?id=3&p=c',
      src: 'https://logo.samandehi.ir/logo.aspx?id=3&p=c',
    },
  ])
})
