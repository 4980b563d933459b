/** The access rules: who may see, play and buy a title, and the reason if not. Pure; docs/access.md is generated from it. */
import type { AccessReason } from '#src/contract/access.ts'
import type { Flag } from '#src/contract/content.ts'
import { isAgeAllowed } from './age-rating.ts'

export type Title = {
  /** Own and inherited flags. */
  flags: readonly string[]
  /** The strictest age rating of the title and its parents; null if none is rated. */
  ageLimit: number | null
  hasVideo: boolean
  /** A ticket is sold for this title itself, not only for its series. */
  sellsTicket: boolean
}

/** What the user owns that applies to this title. */
export type Entitlements = {
  subscription: boolean
  /** A subscription through a mobile operator. */
  carrier: boolean
  /** A valid ticket for this title. */
  ticket: boolean
}

export type Region = 'iran' | 'abroad' | 'unknown'

export type AccessSubject = {
  /** `user`: signed in without a chosen profile. */
  kind: 'visitor' | 'user' | 'profile'
  /** The highest age rating that the profile may see; null for adults and visitors. */
  maxAge: number | null
  region: Region
}

/** A reason for each refused action; null where it is allowed. */
export type Decision = {
  /** Lists, content page, trailers, comments, votes and bookmarks. */
  see: AccessReason | null
  play: AccessReason | null
  /** Buying a ticket. Subscriptions are sold to everybody. */
  buy: AccessReason | null
}

export const NO_ENTITLEMENTS: Entitlements = { subscription: false, carrier: false, ticket: false }

export function decide(title: Title, entitlements: Entitlements, subject: AccessSubject): Decision {
  const see = viewReason(title, subject)
  return {
    see,
    play: see ?? playReason(title, entitlements, subject),
    buy: see ?? buyReason(title, entitlements, subject),
  }
}

/** Only the age rating limits what is visible. */
export function viewReason(
  { ageLimit }: Pick<Title, 'ageLimit'>,
  { maxAge }: Pick<AccessSubject, 'maxAge'>,
): 'age_restricted' | null {
  return isAgeAllowed(ageLimit, maxAge) ? null : 'age_restricted'
}

/** Reasons that no payment removes come first, so that nobody pays in vain. */
function playReason(
  title: Title,
  entitlements: Entitlements,
  subject: AccessSubject,
): AccessReason | null {
  if (has(title, 'coming_soon')) return 'coming_soon'
  if (!title.hasVideo) return 'no_video'
  if (isBlockedAbroad(title, subject)) return 'outside_iran'
  if (has(title, 'free_content') && !has(title, 'content_has_ticket')) return null
  if (subject.kind === 'visitor') return 'sign_in'
  if (subject.kind === 'user') return 'profile'
  // A subscription does not replace a ticket, nor a carrier subscription.
  if (has(title, 'content_has_ticket')) return entitlements.ticket ? null : 'ticket'
  if (has(title, 'carrier_specific')) return entitlements.carrier ? null : 'carrier'
  return entitlements.subscription || entitlements.carrier ? null : 'subscription'
}

function buyReason(
  title: Title,
  entitlements: Entitlements,
  subject: AccessSubject,
): AccessReason | null {
  if (!title.sellsTicket) return 'not_sold'
  if (has(title, 'coming_soon')) return 'coming_soon'
  if (isBlockedAbroad(title, subject)) return 'outside_iran'
  if (subject.kind === 'visitor') return 'sign_in'
  return entitlements.ticket ? 'owned' : null
}

/** Unknown addresses are let in. */
function isBlockedAbroad(title: Title, { region }: AccessSubject): boolean {
  return has(title, 'iran_access') && region === 'abroad'
}

function has({ flags }: Title, flag: Flag): boolean {
  return flags.includes(flag)
}
