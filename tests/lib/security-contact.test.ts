import { expect, test } from 'vitest'
import { securityText } from '#src/lib/security-contact.ts'

const contacts = ['mailto:security@pardeh.example', 'https://pardeh.example/report']
const textAt = (now: string) =>
  securityText({ contacts, origin: 'https://pardeh.example', now: new Date(now) })

test('the file has the fields of RFC 9116, with the preferred contact first', () => {
  expect(textAt('2026-03-21T12:30:00Z')).toBe(
    [
      'Contact: mailto:security@pardeh.example',
      'Contact: https://pardeh.example/report',
      'Expires: 2026-09-17T00:00:00Z',
      'Preferred-Languages: fa, en',
      'Canonical: https://pardeh.example/.well-known/security.txt',
      '',
    ].join('\n'),
  )
})

test('it expires at the same time all day, in less than a year', () => {
  expect(textAt('2026-03-21T00:00:00Z')).toBe(textAt('2026-03-21T23:59:59Z'))
  const expires = Date.parse(/^Expires: (.*)$/m.exec(textAt('2026-12-31T23:59:59Z'))?.[1] ?? '')
  expect(expires).toBeGreaterThan(Date.parse('2027-01-31T00:00:00Z'))
  expect(expires).toBeLessThan(Date.parse('2027-12-31T00:00:00Z'))
})
