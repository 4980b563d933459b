/** What somebody may see, play and buy of a title, and why not: one pure table. docs/access.md is written from it. */
import type { AccessReason } from '#src/contract/access.ts'
import type { Flag } from '#src/contract/content.ts'
import { isWithinBand } from './band.ts'

export type Title = {
  /** Its own flags, and those that it inherits. */
  flags: readonly string[]
  /** The strictest of its own and its parents'; null where nobody rated any of them. */
  ageLimit: number | null
  hasVideo: boolean
  /** A ticket is sold for this very title, not for its series. */
  sellsTicket: boolean
}

export type Holdings = {
  subscription: boolean
  /** A subscription through a mobile operator. */
  carrier: boolean
  /** A ticket that opens this title and has not ended. */
  ticket: boolean
}

export type Region = 'iran' | 'abroad' | 'unknown'

export type Spectator = {
  /** Signed in without a chosen profile is `user`. */
  as: 'visitor' | 'user' | 'profile'
  /** The highest age label that the profile sees; null for adults and visitors. */
  band: number | null
  region: Region
}

/** Null: it is allowed. */
export type Decision = {
  /** Lists, its page, trailers, comments, votes and bookmarks. */
  see: AccessReason | null
  play: AccessReason | null
  /** A ticket. A subscription is never refused to anybody. */
  buy: AccessReason | null
}

export const NO_HOLDINGS: Holdings = { subscription: false, carrier: false, ticket: false }

export function decide(title: Title, holdings: Holdings, spectator: Spectator): Decision {
  const see = seeing(title, spectator)
  return {
    see,
    play: see ?? playing(title, holdings, spectator),
    buy: see ?? buying(title, holdings, spectator),
  }
}

/** Age alone decides what is seen, whoever pays for what. */
export function seeing(
  { ageLimit }: Pick<Title, 'ageLimit'>,
  { band }: Pick<Spectator, 'band'>,
): 'age_restricted' | null {
  return isWithinBand(ageLimit, band) ? null : 'age_restricted'
}

/** What no payment changes comes first, so that nobody buys what does not help. */
function playing(title: Title, holdings: Holdings, spectator: Spectator): AccessReason | null {
  if (has(title, 'coming_soon')) return 'coming_soon'
  if (!title.hasVideo) return 'no_video'
  if (isElsewhere(title, spectator)) return 'outside_iran'
  if (has(title, 'free_content') && !has(title, 'content_has_ticket')) return null
  if (spectator.as === 'visitor') return 'sign_in'
  if (spectator.as === 'user') return 'profile'
  // A subscription does not stand in for a ticket, nor one bought here for one through an operator.
  if (has(title, 'content_has_ticket')) return holdings.ticket ? null : 'ticket'
  if (has(title, 'carrier_specific')) return holdings.carrier ? null : 'carrier'
  return holdings.subscription || holdings.carrier ? null : 'subscription'
}

function buying(title: Title, holdings: Holdings, spectator: Spectator): AccessReason | null {
  if (!title.sellsTicket) return 'not_sold'
  if (has(title, 'coming_soon')) return 'coming_soon'
  if (isElsewhere(title, spectator)) return 'outside_iran'
  if (spectator.as === 'visitor') return 'sign_in'
  return holdings.ticket ? 'owned' : null
}

/** An address that no network is known for is let in. */
function isElsewhere(title: Title, { region }: Spectator): boolean {
  return has(title, 'iran_access') && region === 'abroad'
}

function has({ flags }: Title, flag: Flag): boolean {
  return flags.includes(flag)
}
