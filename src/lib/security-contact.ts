/** security.txt (RFC 9116): where faults are to be reported. */

/** Below the year that the RFC recommends; each answer begins anew, so a copy that nobody renews is over by itself. */
const VALID_DAYS = 180
const DAY_MS = 86_400_000

export type SecurityText = {
  /** SECURITY_CONTACT: URIs, the preferred one first. */
  contacts: readonly string[]
  /** Of the site. */
  origin: string
  now: Date
}

/** `Expires` changes once a day, so that all nodes and caches have the same text. */
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
