/** security.txt (RFC 9116): where to report security problems. */
import { DAY_MS } from './text/milliseconds.ts'

/**
 * Lifetime, below the year that the RFC recommends. Each response starts a new period, so an unmaintained copy expires
 * automatically.
 */
const VALID_DAYS = 180

type SecurityText = {
  /** SECURITY_CONTACT: URIs, the preferred one first. */
  contacts: readonly string[]
  /** Origin of the site. */
  origin: string
  now: Date
}

/** Returns the text. `Expires` changes once a day, so that all nodes and caches serve the same text. */
export function securityText({ contacts, origin, now }: SecurityText): string {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS
  const expires = new Date(today + VALID_DAYS * DAY_MS).toISOString().replace('.000Z', 'Z')
  const lines = [
    ...contacts.map(contact => `Contact: ${contact}`),
    `Expires: ${expires}`,
    'Preferred-Languages: fa, en',
    `Canonical: ${origin}/.well-known/security.txt`,
  ]
  return `${lines.join('\n')}\n`
}
