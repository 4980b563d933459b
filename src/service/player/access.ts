/** Who may play what: the rules alone, so that they can be read and tested as a table. */
import type { RefusalResult } from '#src/contract/envelope.ts'

export interface Wanted {
  use: 'play' | 'trailer' | 'preview'
  /** Flags of the title and of its series. */
  flags: readonly string[]
  /** The stricter of the title's and of its series'; null where nobody rated it. */
  ageLimit: number | null
}

export interface Standing {
  isSignedIn: boolean
  hasProfile: boolean
  /** The highest age label that the profile sees; null for adults and visitors. */
  band: number | null
  hasSubscription: boolean
  /** The ticket of this title that has not ended. */
  ticket: { expiresAt: Date | null } | null
  now: Date
}

export type Access = { kind: 'granted' } | { kind: 'refused'; result: RefusalResult }

const granted: Access = { kind: 'granted' }
const refused = (result: RefusalResult): Access => ({ kind: 'refused', result })

export function accessTo(wanted: Wanted, standing: Standing): Access {
  if (!isWithin(wanted.ageLimit, standing.band)) return refused('content_is_age_restricted')
  if (wanted.use !== 'play') return granted
  const has = (flag: string) => wanted.flags.includes(flag)
  if (has('coming_soon')) return refused('not_found')
  if (has('free_content')) return granted
  if (!standing.isSignedIn) return refused('unauthorized')
  if (!standing.hasProfile) return refused('profile_unauthorized')
  if (has('content_has_ticket')) {
    return isOpen(standing) ? granted : refused('subscription_required')
  }
  return standing.hasSubscription ? granted : refused('subscription_required')
}

/** What nobody rated is not for a child. */
function isWithin(ageLimit: number | null, band: number | null) {
  return band === null || (ageLimit !== null && ageLimit <= band)
}

/** A ticket's hours begin with the first play. */
function isOpen({ ticket, now }: Standing) {
  return ticket !== null && (ticket.expiresAt === null || ticket.expiresAt > now)
}
